/**
 * What the benches listen in with: the product holds no hooks for them. Both functions run where they are
 * sent, as text, and stand on nothing outside themselves. All moments are milliseconds since 1970 on a
 * monotonic clock (`timeOrigin + now()`), which page and worker share up to what `clockSkew` says.
 */
export interface Moment {
  what: string;
  at: number;
}

/** A message that the page's session heard; `moments` are the worker's own, sent along with a run's end. */
export interface Heard {
  at: number;
  message: {
    type: string;
    step?: { name: string };
    events?: { kind: string; t: number }[];
    moments?: Moment[];
  };
}

export interface Tapped {
  /** Real clicks, by the button's text, at the moment the browser says they were made. */
  clicks: Moment[];
  /** What the session posted, by type. */
  posted: Moment[];
  heard: Heard[];
  /** When the picture of a run took the place of what stood there before. */
  shown: number | null;
}

declare global {
  interface Window {
    tapped: Tapped;
  }
}

/** In the page, before anything of it. */
export function tapPage(): void {
  const tapped: Tapped = { clicks: [], posted: [], heard: [], shown: null };
  window.tapped = tapped;
  const now = () => performance.timeOrigin + performance.now();

  const onClick = (event: Event) => {
    const button = (event.target as Element).closest('button');
    if (!event.isTrusted || !button) return;
    const at = performance.timeOrigin + event.timeStamp;
    tapped.clicks.push({ what: (button.textContent ?? '').trim(), at });
  };
  addEventListener('click', onClick, { capture: true });

  const observer = new MutationObserver((records) => {
    const drawn = records.some(
      ({ target, oldValue }) =>
        oldValue === 'true' && (target as Element).getAttribute('data-waiting') === 'false',
    );
    if (drawn) tapped.shown ??= now();
  });
  observer.observe(document, {
    subtree: true,
    attributeFilter: ['data-waiting'],
    attributeOldValue: true,
  });

  const port = MessagePort.prototype;
  const set = Object.getOwnPropertyDescriptor(port, 'onmessage')?.set;
  Object.defineProperty(port, 'onmessage', {
    set(this: MessagePort, hear: (event: MessageEvent) => void) {
      set?.call(this, (event: MessageEvent) => {
        if (event.data?.type) tapped.heard.push({ at: now(), message: event.data });
        hear.call(this, event);
      });
    },
  });
  const post = port.postMessage as (message: unknown, ...rest: unknown[]) => void;
  port.postMessage = function (this: MessagePort, message: { type?: string }, ...rest: unknown[]) {
    if (message?.type) tapped.posted.push({ what: message.type, at: now() });
    post.call(this, message, ...rest);
  };
}

/** In the worker, before the engines' script: notes each message it hears and posts. */
export function tapWorker(): void {
  const now = () => performance.timeOrigin + performance.now();
  let moments: Moment[] = [];
  const port = MessagePort.prototype;
  const set = Object.getOwnPropertyDescriptor(port, 'onmessage')?.set;
  Object.defineProperty(port, 'onmessage', {
    set(this: MessagePort, hear: (event: MessageEvent) => void) {
      set?.call(this, (event: MessageEvent) => {
        if (event.data?.type) moments.push({ what: `heard ${event.data.type}`, at: now() });
        hear.call(this, event);
      });
    },
  });
  const post = port.postMessage as (message: unknown) => void;
  port.postMessage = function (this: MessagePort, message: { type?: string }) {
    if (message?.type) moments.push({ what: `posts ${message.type}`, at: now() });
    if (message?.type === 'ended') {
      post.call(this, { ...message, moments });
      moments = [];
    } else post.call(this, message);
  };
}

/**
 * How far the worker's clock may be off the page's, in milliseconds: half of what the fastest message one
 * way and the fastest the other way differ by.
 */
export function clockSkew(rounds: readonly Tapped[]): number {
  const there = rounds.map(({ posted, heard }) =>
    shortest(at(posted, 'act'), at(inWorker(heard), 'heard act')),
  );
  const back = rounds.map(({ heard }) => {
    const events = heard.filter(({ message }) => message.type === 'events');
    return shortest(
      at(inWorker(heard), 'posts events'),
      events.map((batch) => batch.at),
    );
  });
  return Math.abs(Math.min(...there) - Math.min(...back)) / 2;
}

/** What the worker noted of a run. */
export const inWorker = (heard: readonly Heard[]): Moment[] =>
  heard.flatMap(({ message }) => message.moments ?? []);

const at = (moments: readonly Moment[], wanted: string): number[] =>
  moments.filter(({ what }) => what === wanted).map((moment) => moment.at);

/** The shortest way from a sending to its arrival: messages come in order. */
function shortest(sent: readonly number[], arrived: readonly number[]): number {
  if (sent.length !== arrived.length) throw new Error('The tap has missed a message');
  return Math.min(...arrived.map((time, i) => time - (sent[i] ?? NaN)));
}
