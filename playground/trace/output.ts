import type { EventOf, TraceEvent } from './event.ts';

export interface OutputLine {
  t: number;
  stream: EventOf<'output'>['stream'];
  text: string;
}

export interface OutputTail {
  /** The last lines, oldest first. */
  lines: OutputLine[];
  /** How many lines came before them. */
  earlier: number;
}

/** The end of what the program printed. Reads backwards, so that only what is shown costs anything. */
export function outputTail(events: readonly TraceEvent[], most: number): OutputTail {
  const lines: OutputLine[] = [];
  let earlier = 0;
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    if (event?.kind !== 'output') continue;
    if (lines.length >= most) {
      earlier += countLines(event.text);
      continue;
    }
    const parts = event.text.replace(/\n$/, '').split('\n');
    for (let part = parts.length - 1; part >= 0; part--) {
      if (lines.length >= most) earlier++;
      else lines.push({ t: event.t, stream: event.stream, text: parts[part] ?? '' });
    }
  }
  return { lines: lines.reverse(), earlier };
}

function countLines(text: string): number {
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
