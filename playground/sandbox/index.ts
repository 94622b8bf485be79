import { freeFrame, takeFrame } from './frames.ts';
import { Frame } from './frame.ts';
import { scriptOf } from './script.ts';

/**
 * Where a reader's program lives: a worker inside a hidden iframe that has an origin of its own.
 *
 * The program may touch neither the site's storage nor the network. `sandbox="allow-scripts"` gives the
 * iframe an opaque origin (no cookies, databases, caches, channels or locks of the site), and its
 * Content-Security-Policy, which a worker made from a blob inherits, lets nothing out. No header of the
 * host is needed for that, so it holds on a static host and inside other people's pages.
 *
 * The iframe itself only starts the worker. It hands a MessagePort on to it, so messages go straight
 * between page and worker. The worker's script gets `{ type: 'port' }` with the port, once, and speaks on it.
 * With it comes a second port, on which the worker may leave one thing, before it runs any program, for the
 * worker that comes after it in the same iframe; that finds it in the message, as `found`.
 */
export interface Sandbox<Sent, Received> {
  /** Send to the worker; kept until the worker listens. */
  post(message: Sent): void;
  /** Its script has left this thread, or never will: until then the worker waits for a moment of it. */
  handedOver: Promise<void>;
  /** What the worker sends. */
  onmessage: ((message: Received) => void) | null;
  /** The worker could not start, threw where nothing caught it, or sent what cannot be read. */
  onerror: ((message: string) => void) | null;
  /** End the worker at once, in an endless loop too. Nothing more is heard of it. */
  terminate(): void;
}

/** Open a sandbox that runs the script at `scriptUrl`, a classic script of this site in one file. */
export function openSandbox<Sent, Received>(scriptUrl: string): Sandbox<Sent, Received> {
  const messages = new MessageChannel();
  const errors = new MessageChannel();
  const handedOver = Promise.withResolvers<void>();
  let frame = takeFrame(scriptUrl);
  let open = true;
  let started = false;

  const sandbox: Sandbox<Sent, Received> = {
    handedOver: handedOver.promise,
    onmessage: null,
    onerror: null,
    post: (message) => messages.port1.postMessage(message),
    terminate() {
      open = false;
      handedOver.resolve();
      messages.port1.close();
      errors.port1.close();
      if (started) freeFrame(scriptUrl, frame);
      else frame.remove();
    },
  };
  const fail = (message: string) => open && sandbox.onerror?.(message);
  messages.port1.onmessage = (event) => open && sandbox.onmessage?.(event.data as Received);
  messages.port1.onmessageerror = () => fail('The worker sent what cannot be read.');
  errors.port1.onmessage = (event) => fail(String(event.data));

  start().then(handedOver.resolve, (error: unknown) => {
    handedOver.resolve();
    fail(error instanceof Error ? error.message : String(error));
  });
  return sandbox;

  async function start(): Promise<void> {
    const [script] = await Promise.all([scriptOf(scriptUrl), ready()]);
    if (!open) return;
    started = true;
    frame.start(script, [messages.port2, errors.port2]);
  }

  /** An iframe whose process is gone, or stuck, is given up for a new one. */
  async function ready(): Promise<void> {
    await frame.ready.catch(() => {
      frame.remove();
      if (open) frame = new Frame();
      return frame.ready;
    });
  }
}
