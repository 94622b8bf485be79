import type { TraceEvent } from '../trace/event.ts';

/** What the trace says of the handlers that still run; no more than the watch has to know. */
export class Handlers {
  /** Since when a handler computes and the event loop runs nothing else; null while it turns. */
  blockedSince: number | null = null;
  /** The event loop runs nothing else until a call returns that waits for something: a sleep, a lock. */
  held = false;
  /** When the client first gave up on a call: by a stop, by its timeout, or by leaving. */
  givenUpAt: number | null = null;
  #open = new Set<number>();
  #abandoned = new Set<number>();
  /** Shields with a time limit that a call is in: they end by themselves. */
  #limited = new Map<number, number>();

  /** `now` is the moment the event was heard, on the watch's clock. */
  see(event: TraceEvent, now: number): void {
    const call = event.call ?? 0;
    switch (event.kind) {
      case 'loop.blocked':
        if (event.what === 'computing') this.blockedSince = now;
        else this.held = true;
        break;
      case 'loop.freed':
        this.blockedSince = null;
        this.held = false;
        break;
      case 'client.stop':
      case 'client.timeout':
        this.givenUpAt ??= now;
        this.#abandoned.add(call);
        break;
      case 'client.close':
        this.givenUpAt ??= now;
        for (const open of this.#open) this.#abandoned.add(open);
        break;
      case 'handler.enter':
        // A thread that does not ask is a lesson of its own: it ends when it is done.
        if (event.who === 'tool') this.#open.add(call);
        break;
      case 'handler.exit':
        this.#open.delete(call);
        break;
      case 'shield.enter':
        if (event.limit !== null) this.#shields(call, 1);
        break;
      case 'shield.exit':
        if (event.limit !== null) this.#shields(call, -1);
        break;
    }
  }

  /** An async handler that nobody waits for goes on, and no time limit is going to end that. */
  get stubborn(): boolean {
    return [...this.#open].some((call) => this.#abandoned.has(call) && !this.#limited.get(call));
  }

  #shields(call: number, by: 1 | -1): void {
    this.#limited.set(call, (this.#limited.get(call) ?? 0) + by);
  }
}
