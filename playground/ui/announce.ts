import type { Run, Snapshot } from '../session/index.ts';
import { seconds } from '../trace/words.ts';

/** What a screen reader is told at the start, the stop and the end of a run; nothing in between. */
export function announcement({ state, run }: Snapshot, name: string): string {
  switch (state) {
    case 'running':
      return `${name} runs.`;
    case 'ended':
      return run?.end ? endOf(run.end, name) : '';
    case 'crashed':
      return run?.killed ? `${name} was killed. No finally ran.` : 'The run broke off.';
    // The story says what a stop leads to.
    case 'stopping':
    case 'idle':
    case 'loading':
    case 'ready':
      return '';
  }
}

function endOf(end: NonNullable<Run['end']>, name: string): string {
  switch (end.outcome) {
    case 'ended':
      return `${name} ended after ${seconds(end.t)}.`;
    case 'failed':
      return `${name} failed: ${end.message ?? 'the run broke off'}.`;
    case 'deadlocked':
      return `${name} waits for ever: ${end.message ?? 'every task waits and no timer is set'}.`;
  }
}
