/**
 * The loop's time, in seconds. The real clock waits; the virtual one jumps to the next timer when every
 * task waits, so that a run of thirty seconds takes milliseconds and gives the same order of events.
 */
export type Clock = RealClock | VirtualClock;

/** The longest delay a host timer takes, in milliseconds; a longer wait is made of several. */
const LONGEST = 2 ** 31 - 1;

/** Seconds of real time since the clock was made. */
export class RealClock {
  readonly kind = 'real';
  readonly #origin = performance.now();
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #alarmAt = Infinity;

  now(): number {
    return (performance.now() - this.#origin) / 1000;
  }

  /** Call `ring` at that time or somewhat later, and not for what was asked before. */
  alarm(when: number, ring: () => void): void {
    if (when === this.#alarmAt) return;
    this.noAlarm();
    if (when === Infinity) return;
    this.#alarmAt = when;
    const delay = Math.max(0, Math.ceil((when - this.now()) * 1000));
    this.#alarm = setTimeout(
      () => {
        this.#alarmAt = Infinity;
        ring();
      },
      Math.min(delay, LONGEST),
    );
  }

  noAlarm(): void {
    clearTimeout(this.#alarm);
    this.#alarmAt = Infinity;
  }
}

/** Seconds of real time for which virtual time stands still while tasks compute. */
const PATIENCE = 0.1;

/**
 * Seconds that pass only when the loop says so. Time is exact: after a jump, `now` is the timer's own
 * time. Computing takes no time, so a run is the same on a fast and on a slow machine, unless it goes on
 * for longer than a tenth of a second without a wait: from then on real time passes here too, or a loop
 * that never waits would keep for ever what is set for later.
 */
export class VirtualClock {
  readonly kind = 'virtual';
  #now: number;
  #computed = 0;

  constructor(now = 0) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  /** Everything waits: go to the next timer's time. */
  jump(when: number): void {
    if (when > this.#now) this.#now = when;
    this.#computed = 0;
  }

  /** Tasks have computed for so many seconds of real time. */
  spend(seconds: number): void {
    this.#computed += seconds;
    if (this.#computed > PATIENCE) this.#now += seconds;
  }
}
