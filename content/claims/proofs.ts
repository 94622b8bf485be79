import type { Transport } from './claim.ts';

/** What `npm run verify:docs` found, written to content/proofs.json. */
export interface Proofs {
  /** When: `2026-11-29T17:00:00Z`. */
  date: string;
  /** The commit that it was made at; with `+` where something was not committed yet. */
  commit: string;
  /** Of the claims and the programs they play: tells whether the figures are of these. */
  digest: string;
  engines: Record<'typescript' | 'python', Versions>;
  /** The versions of the protocol that went over the wire. */
  protocols: { modern: string | null; legacy: string | null };
  claims: ProvenClaim[];
}

/** `{ sdk: 'mcp 2.3.0', runtime: 'CPython 3.14.2 in Pyodide 314.0.7', anyio: 'anyio 4.16.0' }`. */
export interface Versions {
  sdk: string;
  runtime: string;
  anyio: string | null;
}

export interface ProvenClaim {
  id: string;
  says: string;
  /** What was measured of each figure that the sentence quotes, where every run gave the same. */
  figures: Record<string, number>;
  cases: ProvenCase[];
}

export interface ProvenCase {
  example: string;
  runs: Record<'typescript' | 'python', Partial<Record<Transport, Verdict>>>;
  /** What decided the first run that held, in words. */
  reasons: string[];
}

export type Verdict = 'holds' | 'fails';
