import { callsOf } from './calls.ts';
import type { TraceEvent } from './event.ts';

/** What became of the handler of a run's first call. */
export interface Verdict {
  outcome: 'cancelled' | 'runs to its end' | 'fails' | 'not seen to end';
  /** From its start to its end; null where nobody saw that. In seconds. */
  start: number;
  end: number | null;
}

/** Null where no handler began. */
export function verdictOf(events: readonly TraceEvent[]): Verdict | null {
  const handler = callsOf(events)[0]?.handler;
  if (!handler) return null;
  return { outcome: OUTCOMES[handler.outcome ?? 'open'], start: handler.start, end: handler.end };
}

const OUTCOMES = {
  cancelled: 'cancelled',
  returned: 'runs to its end',
  raised: 'fails',
  open: 'not seen to end',
} as const;
