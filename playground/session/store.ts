import type { Snapshot } from './session.ts';
import type { Time } from './time.ts';

/** The snapshot and who wants to know of it. A change is told at once, or with the next frame. */
export class Store {
  snapshot: Snapshot = {
    state: 'idle',
    booting: null,
    engine: null,
    server: null,
    diagnostics: [],
    run: null,
    unresponsive: false,
    notice: null,
    startFailed: false,
  };
  #time: Time;
  #listeners = new Set<() => void>();
  #cancelFrame: (() => void) | null = null;

  constructor(time: Time) {
    this.#time = time;
  }

  subscribe(changed: () => void): () => void {
    // Wrapped, so that one function that subscribes twice is told twice and leaves once.
    const listener = () => changed();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Replace the snapshot and tell; tells nothing where nothing is new. */
  set(change: Partial<Snapshot>): void {
    const before = this.snapshot;
    const next = { ...before, ...change };
    const keys = Object.keys(change) as (keyof Snapshot)[];
    if (keys.every((key) => before[key] === next[key])) return;
    this.snapshot = next;
    for (const listener of [...this.#listeners]) listener();
  }

  /** Call with the next frame; once, however often it is asked for until then. */
  onFrame(then: () => void): void {
    this.#cancelFrame ??= this.#time.frame(() => {
      this.#cancelFrame = null;
      then();
    });
  }

  close(): void {
    this.#cancelFrame?.();
    this.#cancelFrame = null;
    this.#listeners.clear();
  }
}
