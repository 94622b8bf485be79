import type { Outcome } from '../../trace/event.ts';

/** Where in the program something happens. */
export interface Site {
  /** The function, by its name in the program. */
  readonly fn: string;
  /** From 1. */
  readonly line: number;
  /** What is called or waited for, by its name: `takePayment`, `tg.start`; `promise` where it has none. */
  readonly what: string;
}

/** What a compiled program tells of itself as it runs. The task that is stepped is the one it speaks of. */
export interface Probe {
  awaitEnter(site: Site): void;
  awaitReturn(site: Site): void;
  awaitRaise(site: Site, error: unknown): void;
  tryEnter(site: Site): void;
  tryExit(site: Site, outcome: Outcome, error?: unknown): void;
  /** `error` is what was caught; a Cancelled too. */
  exceptEnter(site: Site, error: unknown): void;
  exceptExit(site: Site, outcome: Outcome, error?: unknown): void;
  finallyEnter(site: Site): void;
  /** `returned`: the block came to its end, or was left by return, break or continue. */
  finallyExit(site: Site, outcome: Outcome, error?: unknown): void;
  /** A thread spends time in a call that its outermost function made. */
  workEnter(site: Site): void;
  workExit(site: Site, outcome: Outcome): void;
  /** A watched value may have changed in the line that has just run. */
  settle(): void;
}

/** Hears nothing: for benchmarks, and for tests of values alone. */
export const quiet: Probe = {
  awaitEnter() {},
  awaitReturn() {},
  awaitRaise() {},
  tryEnter() {},
  tryExit() {},
  exceptEnter() {},
  exceptExit() {},
  finallyEnter() {},
  finallyExit() {},
  workEnter() {},
  workExit() {},
  settle() {},
};
