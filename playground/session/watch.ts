import type { Time } from './time.ts';

const every = 250;
const pingEvery = 500;
/** What a pause between two looks counts for at most: a longer one was the page's own, asleep or held up. */
const longestPause = 700;

/**
 * Looks at a worker that is busy: asks every half second whether it still answers, and lets the session
 * look four times a second. Its clock leaves out what the page itself missed (a laptop that slept, a
 * throttled tab), so a worker is never blamed for the page's pause.
 */
export class Watch {
  #time: Time;
  #ping: (ping: number) => void;
  #look: () => void;
  #missed = 0;
  #lookedAt: number;
  #pings = 0;
  #pingedAt = 0;
  #waiting = false;
  #cancel: () => void = () => {};

  constructor(time: Time, ping: (ping: number) => void, look: () => void) {
    this.#time = time;
    this.#ping = ping;
    this.#look = look;
    this.#lookedAt = time.now();
  }

  start(): void {
    this.#ask();
    this.#next();
  }

  /** Milliseconds, on a clock that runs only while the page does. */
  now(): number {
    return this.#time.now() - this.#missed;
  }

  /** Since when a question is unanswered; null where none is. */
  get silentSince(): number | null {
    return this.#waiting ? this.#pingedAt : null;
  }

  pong(ping: number): void {
    if (ping === this.#pings) this.#waiting = false;
  }

  end(): void {
    this.#cancel();
  }

  #next(): void {
    this.#cancel = this.#time.after(every, () => {
      const pause = this.#time.now() - this.#lookedAt;
      if (pause > longestPause) this.#missed += pause - longestPause;
      this.#lookedAt = this.#time.now();
      if (!this.#waiting && this.now() - this.#pingedAt >= pingEvery) this.#ask();
      this.#next();
      this.#look();
    });
  }

  #ask(): void {
    this.#waiting = true;
    this.#pingedAt = this.now();
    this.#ping(++this.#pings);
  }
}
