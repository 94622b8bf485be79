import type { Language } from '../engines/engine.ts';
import pythonUrl from '../engines/python.worker.ts?worker&url';
import typescriptUrl from '../engines/typescript.worker.ts?worker&url';
import type { AboutParts, AboutSnapshot, FromWorker, ToWorker } from '../protocol.ts';
import { openSandbox, type Sandbox } from '../sandbox/index.ts';
import { compiled } from './compiled.ts';
import { supplied } from './supplied.ts';
import type { WorkerHandle } from './worker.ts';

type Worker = Sandbox<ToWorker, FromWorker | AboutSnapshot | AboutParts>;

const urls: Record<Language, string> = { typescript: typescriptUrl, python: pythonUrl };

/** A worker of the site: an engine's script in a sandbox. */
export function spawn(language: Language): WorkerHandle {
  const url = urls[language];
  const worker: Worker = import.meta.env.DEV ? devWorker(url) : openSandbox(url);
  return language === 'python'
    ? supplied(
        worker as Sandbox<ToWorker, FromWorker | AboutSnapshot>,
        () => import('../engines/python/assets.ts'),
      )
    : compiled(
        worker as Sandbox<ToWorker, FromWorker | AboutParts>,
        () => import('../engines/typescript/supply.ts'),
      );
}

/**
 * `astro dev` serves the engines as modules that import one another, which a sandbox without network cannot
 * load. A plain module worker stands in for it there, and only there: the build drops this.
 */
function devWorker(url: string): Worker {
  const { port1, port2 } = new MessageChannel();
  const worker = new globalThis.Worker(url, { type: 'module' });
  const handle: Worker = {
    handedOver: Promise.resolve(),
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
