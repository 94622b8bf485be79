import type { Compiled } from '../engines/typescript/compile.ts';
import type { AboutParts, FromWorker, ToWorker } from '../protocol.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { bootedBy, type Boot } from './bootedBy.ts';
import type { WorkerHandle } from './worker.ts';

/** The page's side of TypeScript: `engines/typescript/supply.ts` is the real one. */
export interface TypeScriptSupply {
  /** The site's own programs, compiled, by their source. */
  compiled: Record<string, Compiled>;
  /** The compiler's script, for any other program; its address in `astro dev`. Fetched once. */
  compiler(): Promise<Blob | string>;
}

/**
 * A worker that is sent the site's own programs as they were compiled when the site was built, along with the
 * word to boot, and the compiler once it asks for it. Where the programs do not come, it compiles them too. The
 * compiler is fetched after the first run at the latest, so that it is there without a network too.
 */
export function compiled(
  worker: Sandbox<ToWorker, FromWorker | AboutParts>,
  supply: () => Promise<TypeScriptSupply>,
): WorkerHandle {
  const handle = bootedBy(worker, boot);

  async function boot(message: Boot): Promise<void> {
    const programs = await supply().then(
      ({ compiled }) => ({ compiled }),
      () => ({}),
    );
    worker.post({ ...message, ...programs });
  }

  async function send({ part }: AboutParts): Promise<void> {
    try {
      const { compiler } = await supply();
      worker.post({ type: 'part', part, script: await compiler() });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      worker.post({ type: 'part', part, error: why });
    }
  }

  worker.onmessage = (message) => {
    if (message.type === 'wants') void send(message);
    else handle.onmessage?.(message);
    if (message.type === 'ended')
      supply()
        .then(({ compiler }) => compiler())
        .catch(() => {});
  };
  return handle;
}
