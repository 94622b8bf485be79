import type { Run } from '../../session/index.ts';
import { happened } from '../../proof/index.ts';
import type { Kind, TraceEvent } from '../../trace/event.ts';
import { seconds } from '../../trace/words.ts';
import { diff } from './diff.ts';

/** What happened in one run and not in the other. */
export interface Differences {
  before: Difference[];
  after: Difference[];
}

export interface Difference {
  /** `0.50 s release_hold raised at its first await`. */
  text: string;
  /** Its line in the program; null without one. */
  line: number | null;
}

/** Ends of things: what began says no more than its end does. */
const KINDS: ReadonlySet<Kind> = new Set([
  'await.return',
  'await.raise',
  'catch',
  'finally.exit',
  'shield.exit',
  'check',
  'work.exit',
  'state',
  'handler.exit',
  'client.result',
  'client.error',
  'client.cancelled',
  'result.dropped',
]);

/** The differences of two runs, in the order of each. A state differs by what it says, not by its line. */
export function differences(before: Run, after: Run): Differences {
  const [a, b] = [read(before.events), read(after.events)];
  const lines = diff(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  );
  return {
    before: lines.flatMap(({ kind, was }) => (kind === 'gone' ? [a[was!]!] : [])),
    after: lines.flatMap(({ kind, is }) => (kind === 'new' ? [b[is!]!] : [])),
  };
}

function read(events: readonly TraceEvent[]): Difference[] {
  return events
    .filter(({ kind }) => KINDS.has(kind))
    .map((event) => ({
      text: `${seconds(event.t)} ${happened(event, events)}`,
      line: event.line ?? null,
    }));
}
