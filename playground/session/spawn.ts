import { openSandbox } from '../sandbox.ts';
import type { FromWorker, ToWorker } from '../protocol.ts';
import workerUrl from '../engines/worker.ts?worker&url';
import type { WorkerHandle } from './worker.ts';

/** The worker of the site: the engines' script in a sandbox. */
export function spawn(): WorkerHandle {
  return import.meta.env.DEV ? devWorker() : openSandbox<ToWorker, FromWorker>(workerUrl);
}

/**
 * `astro dev` serves the engines as modules that import one another, which a sandbox without network cannot
 * load. A plain module worker stands in for it there, and only there: the build drops this.
 */
function devWorker(): WorkerHandle {
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(workerUrl, { type: 'module' });
  const handle: WorkerHandle = {
    onmessage: null,
    onerror: null,
    post: (message) => port1.postMessage(message),
    terminate() {
      worker.terminate();
      port1.close();
    },
  };
  port1.onmessage = (event) => handle.onmessage?.(event.data as FromWorker);
  worker.onerror = (event) => handle.onerror?.(event.message);
  worker.postMessage({ type: 'port' }, [port2]);
  return handle;
}
