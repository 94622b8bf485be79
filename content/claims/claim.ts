import type { MutationName } from './mutations.ts';

/**
 * A fact that the guide states, as data: what to run and what the run must show. The id is that of the sentence
 * on the page (`data-claim`). Times are seconds on the virtual clock, which is exact.
 *
 * Function names are TypeScript's and match Python's too: `takePayment` matches `take_payment`.
 */
export interface Claim {
  id: string;
  /**
   * The sentence of the guide that it proves, as plain text. If the guide's wording changes, the build asks for
   * the claim to be reviewed; `npm run accept:claim ID` then updates this text.
   */
  sentence: string;
  /** What is observed, in short. */
  says: string;
  /** Mutations that make the sentence false. The claim has to catch each of them. */
  brokenBy: readonly MutationName[];
  cases: readonly Case[];
  /** The numbers that the sentence quotes, each measured in the first case's run. */
  figures?: readonly Figure[];
}

/** How a client and a server are connected, by the names that the recordings have too. */
export type Transport =
  'memory' | 'stdio-modern' | 'stdio-legacy' | `http-${'modern' | 'legacy'}${Switches}`;

/** Settings of a Streamable HTTP server: `json_response`, `stateless_http`. */
type Switches = '' | '-json' | '-stateless';

/** One run and what it must show, on both engines and on every transport it names. */
export interface Case {
  /** The program, by its folder in content/examples. */
  example: string;
  on: readonly Transport[];
  /** Replaces the example's own call. */
  calls?: readonly PlannedCall[];
  /** When the client stops its first call. Without any it waits for the answer. */
  stops?: readonly number[];
  /** The client's read timeout. */
  timeout?: number;
  /** In this order, with any other events in between. */
  events: readonly Seen[];
  absent?: readonly Unseen[];
  /** Bars of the timeline, in any order. */
  bars?: readonly Drawn[];
  /** What the watched variables hold at the end. */
  left?: Readonly<Record<string, readonly string[]>>;
  /** The time of the last event. */
  end: number;
  /** `deadlocked`: every task waits and no timer is set. */
  outcome?: 'ended' | 'deadlocked';
}

export interface PlannedCall {
  target: string;
  arguments: Readonly<Record<string, unknown>>;
  at: number;
}

/** An event that must occur. Fields that are left out match anything. */
export interface Seen {
  /** If there are several, any of them matches. */
  kind: string | readonly string[];
  /** One of the few events that decide the case. Readers are shown these. */
  decides?: true;
  /** It may also come before the events listed before it. */
  anywhere?: true;
  [field: string]: unknown;
}

/** An event that must not occur, or not between the times `after` and `before`. */
export interface Unseen {
  kind: string;
  decides?: true;
  after?: number;
  before?: number;
  [field: string]: unknown;
}

/** A bar, or a mark of the kind `check`. Fields that are left out match anything. */
export interface Drawn {
  kind: string;
  state: string;
  [field: string]: unknown;
}

/** A number in a sentence: a field of an event, or the seconds since an earlier event. */
export type Figure = { quoted: string; of: Seen } & ({ field: string } | { since: Seen });
