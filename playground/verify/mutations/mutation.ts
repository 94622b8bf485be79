import type { TraceEvent } from '../../trace/event.ts';

export type Trace = readonly TraceEvent[];

/** One way to break something. Null: there is nothing in it that could be broken this way. */
export type Mutation =
  /** The TypeScript source, edited. */
  | { breaks: 'program'; edit: (source: string) => string | null }
  /** The events of a run, changed. */
  | { breaks: 'observation'; change: (events: Trace) => Trace | null };

/** `MUTATIONS` in content/claims has what each of them does, in words. */
export const program = (edit: (source: string) => string | null): Mutation => ({
  breaks: 'program',
  edit,
});

export const observation = (change: (events: Trace) => Trace | null): Mutation => ({
  breaks: 'observation',
  change,
});
