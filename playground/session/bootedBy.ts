import type { ToWorker } from '../protocol.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { WorkerHandle } from './worker.ts';

export type Boot = Extract<ToWorker, { type: 'boot' }>;

/** The worker's handle, but that the word to boot goes through `boot`, which sends it on with what it needs. */
export function bootedBy(
  worker: Omit<Sandbox<ToWorker, never>, 'onmessage'>,
  boot: (message: Boot) => Promise<void>,
): WorkerHandle {
  const handle: WorkerHandle = {
    handedOver: worker.handedOver,
    onmessage: null,
    onerror: null,
    post(message) {
      if (message.type === 'boot') void boot(message);
      else worker.post(message);
    },
    terminate: () => worker.terminate(),
  };
  worker.onerror = (message) => handle.onerror?.(message);
  return handle;
}
