import { useMemo } from 'react';
import type { Run } from '../session/index.ts';
import { LineReader, type LineMarks } from './lineMarks.ts';

const none: LineMarks = {};

/** The marks of the lines a run has come by; none where the program has changed since. */
export function useLines(run: Run | null, stale: boolean): LineMarks {
  const reader = useMemo(() => new LineReader(), [run?.id]);
  const marks = run === null ? none : reader.read(run.events);
  return stale ? none : marks;
}
