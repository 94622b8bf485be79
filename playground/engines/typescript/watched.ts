import type { Watched } from '../../trace/event.ts';

/** More items than this are counted instead of shown: a strip in a picture has no room for them. */
const MOST = 24;
const DEEPEST = 3;

/** A program's value as data a panel can show: sets and arrays as lists, maps and plain objects as objects. */
export function watched(value: unknown, depth = 0): Watched {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value;
  if (typeof value !== 'object') return String(value);
  if (depth >= DEEPEST) return '…';
  if (value instanceof Set || Array.isArray(value)) return list(value, depth);
  if (value instanceof Map) return record(value, value.size, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    const entries = Object.entries(value);
    return record(entries, entries.length, depth);
  }
  return `<${value.constructor?.name ?? 'object'}>`;
}

function list(items: Iterable<unknown> & ({ size: number } | { length: number }), depth: number) {
  const size = 'size' in items ? items.size : items.length;
  const shown: Watched[] = [];
  for (const item of items) {
    if (shown.length === MOST) break;
    shown.push(watched(item, depth + 1));
  }
  if (size > MOST) shown.push(`… ${size - MOST} more`);
  return shown;
}

function record(entries: Iterable<readonly [unknown, unknown]>, size: number, depth: number) {
  const shown: Record<string, Watched> = {};
  let count = 0;
  for (const [key, value] of entries) {
    if (count++ === MOST) break;
    shown[String(key)] = watched(value, depth + 1);
  }
  if (size > MOST) shown['…'] = `${size - MOST} more`;
  return shown;
}
