import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSandbox } from './index.ts';

/**
 * The page's half, with an iframe and a network of the test's own. That a real browser lets nothing out of
 * the real iframe can only be seen in one.
 */
class FakeFrame {
  attributes = new Map<string, string>();
  style: Record<string, string> = {};
  title = '';
  tabIndex = 0;
  srcdoc = '';
  removed = false;
  /** Whether it says so when its worker has ended. */
  answers = true;
  handedOver: { script: Blob; port: MessagePort; errors: MessagePort }[] = [];
  #loaded: () => void = () => {};
  contentWindow = {
    postMessage: (_: null, __: string, [page]: [MessagePort]) => {
      page.onmessage = ({ data: { script }, ports: [port, errors] }) => {
        if (script) this.handedOver.push({ script, port: port!, errors: errors! });
        else if (this.answers) page.postMessage('ended');
      };
    },
  };
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value);
  }
  addEventListener(_: 'load', loaded: () => void) {
    this.#loaded = loaded;
  }
  remove() {
    this.removed = true;
  }
  load() {
    this.#loaded();
  }
}

let frames: FakeFrame[];
let fetched: string[];
/** Status and text; null where there is no network. */
let answer: [number, string] | null;

class FakeRequest {
  #url = '';
  status = 0;
  response: Blob | null = null;
  onload: () => void = () => {};
  onerror: () => void = () => {};
  open(_method: string, url: string) {
    this.#url = url;
  }
  send() {
    fetched.push(this.#url);
    if (answer === null) return queueMicrotask(() => this.onerror());
    this.status = answer[0];
    this.response = new Blob([answer[1]]);
    queueMicrotask(() => this.onload());
  }
}

beforeEach(() => {
  frames = [];
  fetched = [];
  answer = [200, 'the script'];
  vi.stubGlobal('document', {
    createElement: () => new FakeFrame(),
    body: { append: (frame: FakeFrame) => frames.push(frame) },
  });
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function open(url: string) {
  const sandbox = openSandbox<string, string>(url);
  const frame = frames.at(-1);
  if (!frame) throw new Error('No iframe was made');
  const heard = new Promise<string>((resolve) => (sandbox.onmessage = resolve));
  const failed = new Promise<string>((resolve) => (sandbox.onerror = resolve));
  return { sandbox, frame, heard, failed };
}

const handedOver = (frame: FakeFrame, at = 0) =>
  vi.waitUntil(() => frame.handedOver[at] as (typeof frame.handedOver)[number]);

it('gives the iframe an origin of its own, no network, and no place on the page', () => {
  const { sandbox, frame } = open('/places.js');
  expect(frame.attributes.get('sandbox')).toBe('allow-scripts');
  expect(frame.srcdoc).toContain("default-src 'none'");
  expect(frame.srcdoc).toContain("connect-src 'none'");
  const [, policy] = /content="([^"]*)"/.exec(frame.srcdoc)!;
  expect(policy).not.toMatch(/\*|https?:|data:|'self'/);
  expect(frame.attributes.get('aria-hidden')).toBe('true');
  expect(frame).toMatchObject({ tabIndex: -1, style: { display: 'none' } });
  sandbox.terminate();
});

it('hands over the script and a port, on which what was posted before waits', async () => {
  const { sandbox, frame, heard } = open('/talks.js');
  sandbox.post('early');
  frame.load();
  const { script, port } = await handedOver(frame);
  expect(await script.text()).toBe('the script');
  port.onmessage = ({ data }) => port.postMessage(`${data} heard`);
  expect(await heard).toBe('early heard');
  sandbox.terminate();
});

it('passes on what the iframe says went wrong', async () => {
  const { sandbox, frame, failed } = open('/throws.js');
  frame.load();
  (await handedOver(frame)).errors.postMessage('SyntaxError: no script');
  expect(await failed).toBe('SyntaxError: no script');
  sandbox.terminate();
});

it('hears nothing more once it is terminated, and removes the iframe that nobody takes', async () => {
  const { sandbox, frame } = open('/ends.js');
  let heard = 0;
  sandbox.onmessage = sandbox.onerror = () => (heard += 1);
  frame.load();
  const { port, errors } = await handedOver(frame);
  port.postMessage('late');
  errors.postMessage('late');
  sandbox.terminate();
  expect(frame.removed).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(frame.removed).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toBe(0);
});

it('starts the next worker with the same script in the iframe of one that was terminated', async () => {
  const { sandbox, frame } = open('/again.js');
  frame.load();
  await handedOver(frame);
  sandbox.terminate();
  const { sandbox: next, heard } = open('/again.js');
  expect(frames).toHaveLength(1);
  const { port } = await handedOver(frame, 1);
  port.postMessage('the next one');
  expect(await heard).toBe('the next one');
  const { frame: another, sandbox: other } = open('/other.js');
  expect(another).not.toBe(frame);
  for (const each of [next, other]) each.terminate();
});

it('leaves no iframe behind in a page that is left', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.resetModules();
  const { openSandbox: openAnew } = await import('./index.ts');
  const [killed, runs] = [openAnew('/killed.js'), openAnew('/runs.js')];
  for (const frame of frames) {
    frame.load();
    await handedOver(frame);
  }
  killed.terminate();
  expect(frames.map(({ removed }) => removed)).toEqual([false, false]);
  page.dispatchEvent(new Event('pagehide'));
  runs.terminate();
  expect(frames.map(({ removed }) => removed)).toEqual([true, true]);
  page.dispatchEvent(new Event('pageshow'));
  const back = openAnew('/back.js');
  frames[2]!.load();
  await handedOver(frames[2]!);
  back.terminate();
  expect(frames[2]!.removed).toBe(false);
});

it('gives an iframe up that does not answer any more', async () => {
  const { sandbox, frame } = open('/stuck.js');
  frame.answers = false;
  frame.load();
  await handedOver(frame);
  sandbox.terminate();
  const { sandbox: next } = open('/stuck.js');
  vi.advanceTimersByTime(300);
  const fresh = await vi.waitUntil(() => frames[1]);
  expect(frame.removed).toBe(true);
  fresh.load();
  await handedOver(fresh);
  expect(frame.handedOver).toHaveLength(1);
  next.terminate();
});

it('starts nothing that was terminated before its script came', async () => {
  const { sandbox, frame } = open('/slow.js');
  sandbox.terminate();
  frame.load();
  await new Promise((resolve) => setImmediate(resolve));
  expect(frame.handedOver).toEqual([]);
});

it('fetches a script once, and again where that failed', async () => {
  answer = [503, ''];
  const first = open('/once.js');
  expect(await first.failed).toBe('The engine could not be fetched: HTTP 503.');
  answer = null;
  const second = open('/once.js');
  expect(await second.failed).toMatch(/network is out of reach/);
  answer = [200, 'at last'];
  const others = [open('/once.js'), open('/once.js')];
  for (const { frame } of others) {
    frame.load();
    const { script } = await handedOver(frame);
    expect(await script.text()).toBe('at last');
  }
  expect(fetched).toHaveLength(3);
  for (const { sandbox } of [first, second, ...others]) sandbox.terminate();
});
