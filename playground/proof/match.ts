import type { Drawn, Seen, Unseen } from '../../content/claims.ts';
import type { TraceEvent } from '../trace/event.ts';
import { normal } from '../trace/leaves.ts';

/** Properties of the pattern itself, not fields of the event. */
const NO_FIELD = new Set(['kind', 'decides', 'anywhere', 'after', 'before']);
/** Names in the program, which each language spells in its own way. */
const NAMES = new Set(['fn', 'what', 'target']);

/** Whether the event matches the pattern. */
export function isSeen(event: TraceEvent, seen: Seen): boolean {
  const kinds = typeof seen.kind === 'string' ? [seen.kind] : seen.kind;
  return kinds.includes(event.kind) && hasFields(event, seen);
}

export function isUnseen(event: TraceEvent, unseen: Unseen): boolean {
  const { after = -Infinity, before = Infinity } = unseen;
  // Exclusive bounds: the await that the Stop itself makes raise is at the very moment `after`.
  return event.t > after && event.t < before && isSeen(event, withoutBounds(unseen));
}

/** `client.timeout` has a field `after` of its own. An absent event's `after` is a bound, never that field. */
function withoutBounds({ after: _, before: __, ...seen }: Unseen): Seen {
  return seen;
}

/** Whether the bar or mark matches the pattern. */
export function isDrawn(drawn: object, wanted: Drawn): boolean {
  return Object.entries(wanted).every(([name, value]) => {
    const is = (drawn as Record<string, unknown>)[name];
    return name === 'label' ? plain(is) === plain(value) : same(is, value);
  });
}

function hasFields(event: TraceEvent, seen: Seen): boolean {
  return Object.entries(seen).every(([name, value]) => {
    if (NO_FIELD.has(name) && !(name === 'after' && event.kind === 'client.timeout')) return true;
    const is = (event as unknown as Record<string, unknown>)[name];
    if (NAMES.has(name) && typeof is === 'string' && typeof value === 'string')
      return normal(is) === normal(value);
    return same(is, value);
  });
}

/** Times are sums of fractions: compared to the microsecond. */
export function same(is: unknown, wanted: unknown): boolean {
  if (typeof is === 'number' && typeof wanted === 'number') return Math.abs(is - wanted) < 1e-6;
  return JSON.stringify(is) === JSON.stringify(wanted);
}

/** `await takePayment` and `await take_payment` are the same label. */
const plain = (label: unknown): string => String(label).toLowerCase().replaceAll('_', '');
