import type { Assets } from '../engines/python/boot.ts';
import type { BootStep } from '../engines/engine.ts';
import type { AboutSnapshot, FromWorker, ToWorker } from '../protocol.ts';
import type { Sandbox } from '../sandbox/index.ts';
import { bootedBy, type Boot } from './bootedBy.ts';
import type { WorkerHandle } from './worker.ts';

/** The page's side of Python, as far as a worker needs it: `engines/python/assets.ts` is the real one. */
export interface Supply {
  loadAssets(progress: (step: BootStep) => void): Promise<Assets>;
  keepSnapshot(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  dropSnapshot(): Promise<void>;
}

/**
 * A worker that starts from files of this site, which it cannot fetch: they go along with the word to boot.
 * What it says of its snapshot is for the page's store; nobody else hears it.
 */
export function supplied(
  worker: Sandbox<ToWorker, FromWorker | AboutSnapshot>,
  supply: () => Promise<Supply>,
): WorkerHandle {
  let alive = true;
  // What a worker says after a program ran in it may be that program's word, and a snapshot outlives both.
  let trusted = true;
  const hear = (message: FromWorker): void => void (alive && handle.onmessage?.(message));
  const handle = bootedBy(worker, boot);
  handle.terminate = () => {
    alive = false;
    worker.terminate();
  };

  async function boot(message: Boot): Promise<void> {
    try {
      const { loadAssets } = await supply();
      const assets = await loadAssets((step) => hear({ type: 'booting', step }));
      if (alive) worker.post({ ...message, assets });
    } catch (error) {
      hear({
        type: 'boot failed',
        message: error instanceof Error ? error.message : String(error),
      });
    }
  }

  const store = async (tell: (supply: Supply) => Promise<void>): Promise<void> => {
    if (trusted) await tell(await supply());
  };
  worker.onmessage = (message) => {
    switch (message.type) {
      case 'kept':
        return void store(({ keepSnapshot }) => keepSnapshot(message.snapshot));
      case 'dropped':
        return void store(({ dropSnapshot }) => dropSnapshot());
      case 'boot failed':
        void store(({ dropSnapshot }) => dropSnapshot());
        break;
      case 'booted':
        trusted = false;
        break;
    }
    hear(message);
  };
  return handle;
}
