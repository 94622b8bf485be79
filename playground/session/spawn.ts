import type { Language } from '../engines/engine.ts';
import workerUrl from '../engines/worker.ts?worker&url';
import type { AboutSnapshot, FromWorker, ToWorker } from '../protocol.ts';
import { openSandbox, type Sandbox } from '../sandbox.ts';
import { supplied } from './supplied.ts';
import type { WorkerHandle } from './worker.ts';

type Worker = Sandbox<ToWorker, FromWorker | AboutSnapshot>;

/** The worker of the site: the engines' script in a sandbox. */
export function spawn(language: Language): WorkerHandle {
  const worker: Worker = import.meta.env.DEV ? devWorker() : openSandbox(workerUrl);
  return language === 'python'
    ? supplied(worker, () => import('../engines/python/assets.ts'))
    : (worker as WorkerHandle);
}

/**
 * `astro dev` serves the engines as modules that import one another, which a sandbox without network cannot
 * load. A plain module worker stands in for it there, and only there: the build drops this.
 */
function devWorker(): Worker {
  const { port1, port2 } = new MessageChannel();
  const worker = new globalThis.Worker(workerUrl, { type: 'module' });
  const handle: Worker = {
    onmessage: null,
    onerror: null,
    post: (message) => port1.postMessage(message),
    terminate() {
      worker.terminate();
      port1.close();
    },
  };
  port1.onmessage = (event) => handle.onmessage?.(event.data as FromWorker | AboutSnapshot);
  worker.onerror = (event) => handle.onerror?.(event.message);
  worker.postMessage({ type: 'port' }, [port2]);
  return handle;
}
