import type { TraceEvent } from '../../trace/event.ts';

export type Trace = readonly TraceEvent[];

/** One way to break something. It returns null if there is nothing to break this way. */
export type Mutation =
  /** The TypeScript source, edited. */
  | { breaks: 'program'; edit: (source: string) => string | null }
  /** The events of a run, changed. */
  | { breaks: 'observation'; change: (events: Trace) => Trace | null };

/** `MUTATIONS` in content/claims describes each of them. */
export const program = (edit: (source: string) => string | null): Mutation => ({
  breaks: 'program',
  edit,
});

export const observation = (change: (events: Trace) => Trace | null): Mutation => ({
  breaks: 'observation',
  change,
});
