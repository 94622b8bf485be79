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
onmessage = ({ data, ports }) => {
  onmessage = null;
  const url = URL.createObjectURL(data);
  importScripts(url);
  URL.revokeObjectURL(url);
  dispatchEvent(new MessageEvent('message', { data: { type: 'port' }, ports }));
};`;

/** Runs in the iframe. What goes wrong before the page has handed over anything is told once it has. */
const starter = `let errors = null, early = [];
const report = (message) => errors ? errors.postMessage(String(message)) : early.push(message);
let worker;
try {
  const url = URL.createObjectURL(new Blob([${JSON.stringify(waiting)}], { type: 'text/javascript' }));
  worker = new Worker(url);
  worker.onmessage = () => URL.revokeObjectURL(url);
  worker.onerror = (event) => {
    event.preventDefault();
    report(event.message || 'The worker could not be started.');
  };
  worker.onmessageerror = () => report('The worker sent what cannot be read.');
} catch (error) {
  report(error);
}
onmessage = ({ data, ports: [port, second] }) => {
  onmessage = null;
  errors = second;
  early.forEach(report);
  worker?.postMessage(data, [port]);
};`;

/** Open a sandbox that runs the script at `scriptUrl`, a classic script of this site in one file. */
export function openSandbox<Sent, Received>(scriptUrl: string): Sandbox<Sent, Received> {
  const messages = new MessageChannel();
  const errors = new MessageChannel();
  const frame = hiddenFrame();
  let open = true;

  const handedOver = Promise.withResolvers<void>();
  const sandbox: Sandbox<Sent, Received> = {
    handedOver: handedOver.promise,
    onmessage: null,
    onerror: null,
    post: (message) => messages.port1.postMessage(message),
    terminate() {
      open = false;
      handedOver.resolve();
      frame.remove();
      messages.port1.close();
      errors.port1.close();
    },
  };
  const fail = (message: string) => open && sandbox.onerror?.(message);
  messages.port1.onmessage = (event) => open && sandbox.onmessage?.(event.data as Received);
  messages.port1.onmessageerror = () => fail('The worker sent what cannot be read.');
  errors.port1.onmessage = (event) => fail(String(event.data));

  const loaded = new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });
  document.body.append(frame);

  Promise.all([scriptOf(scriptUrl), loaded]).then(
    ([script]) => {
      // An opaque origin has no name to address it by; the message goes to this very window all the same.
      if (open) frame.contentWindow?.postMessage(script, '*', [messages.port2, errors.port2]);
      handedOver.resolve();
    },
    (error: unknown) => {
      handedOver.resolve();
      fail(error instanceof Error ? error.message : String(error));
    },
  );
  return sandbox;
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

/**
 * Each script is fetched once a page; a fetch that failed is tried again by the next sandbox. Kept as a blob,
 * whose bytes are not copied on their way through the iframe to the worker.
 */
const scripts = new Map<string, Promise<Blob>>();

function scriptOf(url: string): Promise<Blob> {
  const known = scripts.get(url);
  if (known) return known;
  const script = fetchScript(url);
  scripts.set(url, script);
  script.catch(() => scripts.delete(url));
  return script;
}

/**
 * By XMLHttpRequest, whose blobs the browser fills by itself: `fetch` passes every piece through the page's
 * own thread, which draws a figure for the first time just then.
 */
function fetchScript(url: string): Promise<Blob> {
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  const fail = (why: string) => reject(new Error(`The engine could not be fetched: ${why}.`));
  const request = new XMLHttpRequest();
  request.open('GET', url);
  request.responseType = 'blob';
  request.onload = () =>
    request.status === 200 ? resolve(request.response as Blob) : fail(`HTTP ${request.status}`);
  request.onerror = () => fail('the network is out of reach');
  request.send();
  return promise;
}
