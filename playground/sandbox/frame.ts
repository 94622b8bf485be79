/**
 * `'unsafe-eval'` runs compiled programs and WebAssembly, `blob:` a program that is a module,
 * `'unsafe-inline'` the starter below: the document holds nothing else, and no program reaches it.
 */
const policy =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; " +
  "connect-src 'none'; base-uri 'none'; form-action 'none'";

/**
 * Runs in the worker, which starts while its script is still on its way, and becomes that script's. Its first
 * act is to say that it runs: only then is its URL revoked, since not every browser keeps a blob alive that a
 * starting worker has still to read.
 */
const waiting = `postMessage(0);
onmessage = ({ data: { script, found }, ports }) => {
  onmessage = null;
  const url = URL.createObjectURL(script);
  importScripts(url);
  URL.revokeObjectURL(url);
  dispatchEvent(new MessageEvent('message', { data: { type: 'port', found }, ports }));
};`;

/**
 * Runs in the iframe. What goes wrong before the page has handed over anything is told once it has. The first thing
 * that a worker leaves is kept for those that come after it.
 */
const starter = `let worker, errors, early, kept;
const report = (message) => errors ? errors.postMessage(String(message)) : early.push(message);
function wait() {
  errors = null;
  early = [];
  try {
    const url = URL.createObjectURL(new Blob([${JSON.stringify(waiting)}], { type: 'text/javascript' }));
    const started = worker = new Worker(url);
    const tell = (message) => started === worker && report(message);
    worker.onmessage = () => URL.revokeObjectURL(url);
    worker.onerror = (event) => {
      event.preventDefault();
      tell(event.message || 'The worker could not be started.');
    };
    worker.onmessageerror = () => tell('The worker sent what cannot be read.');
  } catch (error) {
    report(error);
  }
}
function shelf() {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    port1.close();
    kept ??= data;
  };
  return port2;
}
function start(script, [port, second]) {
  if (!worker) wait();
  errors = second;
  early.forEach(report);
  worker?.postMessage({ script, found: kept }, [port, shelf()]);
}
wait();
onmessage = ({ ports: [page] }) => {
  onmessage = null;
  page.onmessage = ({ data: { script }, ports }) => {
    if (script) return start(script, ports);
    worker?.terminate();
    worker = undefined;
    page.postMessage('ended');
  };
};`;

/** Milliseconds within which an iframe says that its worker has ended, or is taken for broken. */
const PATIENCE = 300;

/**
 * An iframe that runs one worker at a time. The next one may use what the last has left, and saves the time that
 * an iframe, which is a process, takes to start.
 */
export class Frame {
  /** It can start a worker; rejects where it does not answer any more. */
  ready: Promise<void>;
  readonly #element = hiddenFrame();
  readonly #port: MessagePort;
  #ended = () => {};

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = () => this.#ended();
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    const loaded = () => {
      // An opaque origin has no name to address it by; the message goes to this very window all the same.
      this.#element.contentWindow?.postMessage(null, '*', [port2]);
      resolve();
    };
    this.#element.addEventListener('load', loaded, { once: true });
    document.body.append(this.#element);
  }

  /** Start a worker that runs `script`, and gets the first port; what goes wrong is told on the second. */
  start(script: Blob, ports: [MessagePort, MessagePort]): void {
    this.#port.postMessage({ script }, ports);
  }

  /** End the worker at once. */
  end(): void {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.ready = promise;
    promise.catch(() => {});
    this.#ended = resolve;
    setTimeout(() => reject(new Error('The iframe does not answer.')), PATIENCE);
    this.#port.postMessage({});
  }

  remove(): void {
    this.#element.remove();
    this.#port.close();
  }
}

/** Not drawn, not focusable, not read out: it takes no room and shifts nothing. */
function hiddenFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.title = 'Engine';
  frame.tabIndex = -1;
  frame.style.display = 'none';
  frame.srcdoc =
    `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">` +
    `<script>${starter}</script>`;
  return frame;
}
