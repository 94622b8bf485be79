import type { ClockKind } from '../engines/engine.ts';
import type { Time } from './time.ts';

/**
 * How far a run is, in seconds on its own clock, at any moment and not only at its events.
 *
 * A real-clock run began at one moment of the page's clock, which each message bounds from above: what
 * happened at `t` is heard at `t` after the beginning or later. The least of those bounds is kept, so a
 * message that was held up in a busy worker, or read late in a hidden tab, moves nothing. The value never
 * goes back and is never before the last event.
 */
export class Elapsed {
  #began = Infinity;
  #last = 0;
  #clock: ClockKind;
  #time: Time;

  constructor(clock: ClockKind, time: Time) {
    this.#clock = clock;
    this.#time = time;
  }

  /** An event of second `t` has just been heard. */
  heard(t: number): void {
    this.#last = Math.max(this.#last, t);
    this.#began = Math.min(this.#began, this.#time.now() - t * 1000);
  }

  now(): number {
    if (this.#clock === 'real' && this.#began !== Infinity) {
      this.#last = Math.max(this.#last, (this.#time.now() - this.#began) / 1000);
    }
    return this.#last;
  }
}
