import type { TraceEvent } from '../trace/event.ts';
import { isEmpty, seconds, valueText } from '../trace/words.ts';

/** What a reader expects of a run. */
export interface Guess {
  /** When its `finally` ends, in seconds; null: not said. */
  ends: number | null;
  /** Whether nothing is left in the watched names; null: not said. */
  released: boolean | null;
}

/** One part of a guess, judged in a sentence. */
export interface Judged {
  right: boolean;
  text: string;
}

/** Seconds: about as precisely as a reader can guess. */
const NEAR = 0.05;

/** Compare a guess with the run. */
export function judgeGuess(guess: Guess, events: readonly TraceEvent[]): Judged[] {
  const judged: Judged[] = [];
  if (guess.ends !== null) judged.push(judgeEnd(guess.ends, events));
  if (guess.released !== null) judged.push(judgeHold(guess.released, events));
  return judged;
}

function judgeEnd(guess: number, events: readonly TraceEvent[]): Judged {
  const end = events.findLast(({ kind }) => kind === 'finally.exit');
  if (end === undefined) return { right: false, text: 'No finally ended.' };
  const off = guess - end.t;
  if (Math.abs(off) <= NEAR)
    return { right: true, text: `Right: the finally ended at ${seconds(end.t)}.` };
  const how = off > 0 ? 'too late' : 'too early';
  return {
    right: false,
    text: `The finally ended at ${seconds(end.t)}: your ${seconds(guess)} was ${seconds(Math.abs(off))} ${how}.`,
  };
}

function judgeHold(guess: boolean, events: readonly TraceEvent[]): Judged {
  const state = events.findLast((event) => event.kind === 'state');
  const values = state?.kind === 'state' ? Object.entries(state.values) : [];
  const left = values.filter(([, value]) => !isEmpty(value));
  const text =
    left.length === 0
      ? 'It was released.'
      : `It was not released: ${left.map(([name, value]) => `${valueText(value)} is still in ${name}`).join(', ')}.`;
  const right = guess === (left.length === 0);
  return { right, text: right ? `Right: ${text[0]!.toLowerCase()}${text.slice(1)}` : text };
}
