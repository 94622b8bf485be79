import type { AboutSnapshot, AboutParts, FromWorker, PartName, ToWorker } from '../protocol.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Engine, Loaded, RunEnd } from './engine.ts';

type Boot = Extract<ToWorker, { type: 'boot' }>;
type Post = (message: FromWorker | AboutSnapshot | AboutParts, transfer?: Transferable[]) => void;

/** The page, as an engine sees it. */
export interface Host {
  post: Post;
  /**
   * Ask for a part of the engine that did not come with it.
   * @throws where the page could not get it.
   */
  ask(part: PartName): Promise<Blob | string>;
  /** What an earlier worker of the same engine has left in the same place. */
  found: unknown;
  /** Leave something for the next worker: once, and before any program runs, since a program could leave it too. */
  leave(thing: unknown): void;
}

type Make = (boot: Boot, host: Host) => Engine;

/**
 * The worker's end of the protocol: serves the engine that `make` makes. The page hands over a port first;
 * from then on messages come and go on that port alone, so that nothing a program posts can be taken for the
 * engine's word.
 */
export function serve(make: Make): void {
  self.addEventListener('message', function first({ data, ports }: MessageEvent) {
    const [port, shelf] = ports;
    const { type, found } = (data ?? {}) as { type?: string; found?: unknown };
    if (type !== 'port' || port === undefined) return;
    self.removeEventListener('message', first);
    serveOn(port, make, { found, leave: (thing) => shelf?.postMessage(thing) });
  });
}

function serveOn(port: MessagePort, make: Make, shelf: Pick<Host, 'found' | 'leave'>): void {
  const post: Post = (message, transfer = []) => port.postMessage(message, transfer);
  let asked: PromiseWithResolvers<Blob | string> | null = null;
  const host: Host = {
    ...shelf,
    post,
    ask(part) {
      asked = Promise.withResolvers();
      post({ type: 'wants', part });
      return asked.promise;
    },
  };
  let engine: Engine | null = null;
  /** A program may be sent before the engine has booted, to save a round trip. */
  const booted = Promise.withResolvers<void>();
  let running: number | null = null;

  const handle = async (message: ToWorker): Promise<void> => {
    switch (message.type) {
      case 'boot': {
        try {
          engine = make(message, host);
          const info = await engine.boot((step) => post({ type: 'booting', step }));
          post({ type: 'booted', info });
          booted.resolve();
        } catch (error) {
          post({ type: 'boot failed', message: String(error) });
        }
        return;
      }
      case 'load': {
        await booted.promise;
        const loaded = await engine!.load(message.program).catch(asRejected);
        post({ type: 'loaded', load: message.load, loaded });
        return;
      }
      case 'run': {
        const { run, script, clock } = message;
        running = run;
        const emit = (events: TraceEvent[]) => post({ type: 'events', run, events });
        const failed = (error: unknown): RunEnd => ({
          outcome: 'failed',
          message: String(error),
          t: 0,
          script,
        });
        const end = await engine!.run(script, clock, emit).catch(failed);
        running = null;
        post({ type: 'ended', run, end });
        return;
      }
      case 'act':
        if (message.run === running) engine!.act(message.act);
        return;
      case 'part':
        if ('script' in message) asked?.resolve(message.script);
        else asked?.reject(new Error(message.error));
        return;
      case 'ping':
        post({ type: 'pong', ping: message.ping });
        return;
    }
  };
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => void handle(data);
}

/** A fault of the engine's own, told as if it stood in the program's first line: nothing is lost. */
function asRejected(error: unknown): Loaded {
  const message = `The engine could not read this program: ${String(error)}`;
  return { ok: false, diagnostics: [{ line: 1, column: 1, message, severity: 'error' }] };
}
