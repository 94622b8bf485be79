import type { MutationName } from './mutations.ts';

/**
 * A fact that the guide states, as data: what to run, and what must then be seen. The id is that of the
 * sentence on the page (`data-claim`). Times are seconds on the virtual clock, which is exact.
 *
 * Names of functions are written as in TypeScript and stand for Python's too: `takePayment` is
 * `take_payment`.
 */
export interface Claim {
  id: string;
  /**
   * The words of the guide that it proves, without their markup. Where the guide has others, the build asks for
   * this claim to be looked at again; `npm run accept:claim ID` writes them here.
   */
  sentence: string;
  /** What is observed, in short. */
  says: string;
  /** Ways to break the program or the run that make the sentence false: the claim has to catch each. */
  brokenBy: readonly MutationName[];
  cases: readonly Case[];
  /** The figures that the sentence quotes, each measured in the first case's run. */
  figures?: readonly Figure[];
}

/** How a client and a server are connected, by the names that the recordings have too. */
export type Transport =
  'memory' | 'stdio-modern' | 'stdio-legacy' | `http-${'modern' | 'legacy'}${Switches}`;

/** Settings of a Streamable HTTP server: `json_response`, `stateless_http`. */
type Switches = '' | '-json' | '-stateless';

/** One run, and what it shows. It must show it on every engine and on every transport it names. */
export interface Case {
  /** The program, by its folder in content/examples. */
  example: string;
  on: readonly Transport[];
  /** Instead of the one call that the example makes. */
  calls?: readonly PlannedCall[];
  /** The client stops its first call at these times; none: it waits. */
  stops?: readonly number[];
  /** The client's read timeout. */
  timeout?: number;
  /** In this order; others may come between them. */
  events: readonly Seen[];
  absent?: readonly Unseen[];
  /** Bars of the timeline, in any order. */
  bars?: readonly Drawn[];
  /** What the watched names hold at the end. */
  left?: Readonly<Record<string, readonly string[]>>;
  /** When the last thing happens. */
  end: number;
  /** `deadlocked`: nothing is left that could go on. */
  outcome?: 'ended' | 'deadlocked';
}

export interface PlannedCall {
  target: string;
  arguments: Readonly<Record<string, unknown>>;
  at: number;
}

/** An event that must be there. Fields that are left out may be anything. */
export interface Seen {
  /** Several: any of them will do. */
  kind: string | readonly string[];
  /** It is one of the few that decide the case: a reader is shown it. */
  decides?: true;
  /** It may come before those that stand before it here. */
  anywhere?: true;
  [field: string]: unknown;
}

/** Events that must not be there; `after` and `before` limit that to the time between. */
export interface Unseen {
  kind: string;
  decides?: true;
  after?: number;
  before?: number;
  [field: string]: unknown;
}

/** A bar, or a mark of the kind `check`. Fields that are left out may be anything. */
export interface Drawn {
  kind: string;
  state: string;
  [field: string]: unknown;
}

/** A number in a sentence: a field of an event, or the seconds from `since` to it. */
export type Figure = { quoted: string; of: Seen } & ({ field: string } | { since: Seen });
