import type { ClockKind, Program, RunEnd, Script } from '../engines/engine.ts';
import type { Run } from './session.ts';
import type { TraceEvent } from '../trace/event.ts';
import { Elapsed } from './elapsed.ts';
import { Handlers } from './handlers.ts';
import type { Time } from './time.ts';

/** What was asked to be played. */
export interface Order {
  id: number;
  program: Program;
  script: Script;
  clock: ClockKind;
}

/** A run that goes on: gathers its events and gives immutable pictures of itself. */
export class LiveRun {
  readonly order: Order;
  readonly handlers = new Handlers();
  /** Events so far, pictured or not. */
  count = 0;
  #elapsed: Elapsed;
  #shown: readonly TraceEvent[] = [];
  #fresh: TraceEvent[] = [];

  constructor(order: Order, time: Time) {
    this.order = order;
    this.#elapsed = new Elapsed(order.clock, time);
  }

  /** `now` is the moment they are heard, on the watch's clock. */
  hear(events: readonly TraceEvent[], now: number): void {
    for (const event of events) {
      this.handlers.see(event, now);
      this.#fresh.push(event);
    }
    this.count += events.length;
    const last = events.at(-1);
    if (last) this.#elapsed.heard(last.t);
  }

  /** The next picture would show more than the last one. */
  get moves(): boolean {
    return this.#fresh.length > 0 || (this.order.clock === 'real' && this.count > 0);
  }

  /** The only place where the list is copied: once a picture, however many batches came since the last. */
  picture(): Run {
    if (this.#fresh.length > 0) {
      this.#shown = this.#shown.concat(this.#fresh);
      this.#fresh = [];
    }
    return {
      ...this.order,
      events: this.#shown,
      end: null,
      killed: false,
      now: this.#elapsed.now(),
    };
  }

  ended(end: RunEnd): Run {
    return { ...this.picture(), end, now: end.t };
  }

  killed(): Run {
    return { ...this.picture(), killed: true };
  }
}
