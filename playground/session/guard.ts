import type { Time } from './time.ts';
import { judge } from './verdict.ts';
import type { Facts, Verdict } from './verdict.ts';
import { Watch } from './watch.ts';
import type { EngineWorker } from './worker.ts';

/** What only the session knows of what its worker does. */
export type Doing = Pick<
  Facts,
  'loadingSince' | 'blockedSince' | 'held' | 'givenUpAt' | 'stubborn'
>;

/** Stands by a held worker, from the first message that could hang it until it is let go. */
export class Guard {
  #time: Time;
  #doing: () => Doing;
  #found: (verdict: Verdict) => void;
  #watch: Watch | null = null;
  #stopPressedAt: number | null = null;

  constructor(time: Time, doing: () => Doing, found: (verdict: Verdict) => void) {
    this.#time = time;
    this.#doing = doing;
    this.#found = found;
  }

  /** Milliseconds on the watch's clock; 0 while it stands by nothing. */
  now(): number {
    return this.#watch?.now() ?? 0;
  }

  /** Harmless where it has begun. */
  begin(worker: EngineWorker): void {
    if (this.#watch) return;
    const ping = (ping: number) => worker.post({ type: 'ping', ping });
    this.#watch = new Watch(this.#time, ping, () => this.#look());
    this.#watch.start();
  }

  pong(ping: number): void {
    this.#watch?.pong(ping);
    this.#look();
  }

  /** From the first Stop on it counts whether the program can be reached. */
  stopPressed(): void {
    this.#stopPressedAt ??= this.now();
  }

  end(): void {
    this.#watch?.end();
    this.#watch = null;
    this.#stopPressedAt = null;
  }

  #look(): void {
    if (!this.#watch) return;
    this.#found(
      judge({
        ...this.#doing(),
        now: this.now(),
        silentSince: this.#watch.silentSince,
        stopPressedAt: this.#stopPressedAt,
      }),
    );
  }
}
