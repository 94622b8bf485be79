import { callsOf, handlersEnded } from './calls.ts';
import type { TraceEvent, Watched } from './event.ts';
import { isEmpty, valueText } from './words.ts';

/** A stretch of time in which a watched value stayed the same. */
export interface Stretch {
  /** Seconds since the run began. */
  start: number;
  /** Null: until now, or the run's end. */
  end: number | null;
  value: Watched;
  text: string;
  empty: boolean;
  /** Every handler has ended, one of them not by returning, and this was left behind. */
  leak: boolean;
}

export interface Strip {
  name: string;
  stretches: Stretch[];
  /** What is left behind, or null. */
  leak: Watched | null;
}

const memo = new WeakMap<readonly TraceEvent[], Strip[]>();

/** A strip for each watched name that ever changed, in the order of first sight. */
export function stripsOf(events: readonly TraceEvent[]): readonly Strip[] {
  let strips = memo.get(events);
  if (!strips) memo.set(events, (strips = read(events)));
  return strips;
}

function read(events: readonly TraceEvent[]): Strip[] {
  const calls = callsOf(events);
  const firstHandler = Math.min(...calls.map((call) => call.handler?.start ?? Infinity));
  const seen = new Map<string, { initial: Watched | undefined; stretches: Stretch[] }>();

  for (const event of events) {
    if (event.kind !== 'state') continue;
    for (const [name, value] of Object.entries(event.values)) {
      let entry = seen.get(name);
      if (!entry) {
        const initial = event.t < firstHandler ? value : undefined;
        seen.set(name, (entry = { initial, stretches: [] }));
      }
      push(entry.stretches, event.t, value);
    }
  }

  const ended = handlersEnded(calls);
  // A value that a handler left when it returned is its work; what a cancelled or failed one left is a leak.
  const mayLeak = calls.some(({ handler }) => handler?.outcome && handler.outcome !== 'returned');
  const strips: Strip[] = [];
  for (const [name, { initial, stretches }] of seen) {
    const changed = stretches.length > 1 || !same(stretches[0]?.value, initial);
    if (!changed || stretches.every((stretch) => stretch.empty)) continue;
    const last = stretches.at(-1);
    const left = last && ended !== null && mayLeak && leftOver(last.value, initial);
    if (left && last) {
      const from = Math.max(ended, last.start);
      if (from > last.start) {
        last.end = from;
        stretches.push({ ...last, start: from, end: null, leak: true });
      } else last.leak = true;
    }
    strips.push({ name, stretches, leak: left && last ? last.value : null });
  }
  return strips;
}

function push(stretches: Stretch[], t: number, value: Watched): void {
  const last = stretches.at(-1);
  if (last && same(last.value, value)) return;
  if (last) last.end = t;
  stretches.push({
    start: t,
    end: null,
    value,
    text: valueText(value),
    empty: isEmpty(value),
    leak: false,
  });
}

/** Members that were not there before, or a switch still on. A counter that went up is no leak. */
function leftOver(value: Watched, initial: Watched | undefined): boolean {
  if (isEmpty(value) || same(value, initial)) return false;
  return value === true || (typeof value === 'object' && value !== null);
}

function same(a: Watched | undefined, b: Watched | undefined): boolean {
  if (a === b || (isEmpty(a) && isEmpty(b))) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => same(item, b[index]));
  }
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}
