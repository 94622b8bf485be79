import type { Watched } from './event.ts';

/** A moment or a length as a reader reads it: `0.50 s`. */
export function seconds(t: number): string {
  return `${t.toFixed(2)} s`;
}

/** A limit as it is written in a program: `5 s`, `0.3 s`. */
export function limit(value: number): string {
  return `${Number(value.toFixed(3))} s`;
}

/** An error in a line, as far as it is known. */
export function failure(raised: { exc?: string; message?: string }): string {
  if (raised.exc && raised.message) return `${raised.exc}: ${raised.message}`;
  return raised.exc ?? raised.message ?? 'an error';
}

/** A watched value in a line, in no language's notation. */
export function valueText(value: Watched): string {
  if (isEmpty(value)) return 'empty';
  if (Array.isArray(value)) return value.map(item).join(', ');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([key, inner]) => `${key}: ${item(inner)}`)
      .join(', ');
  }
  return String(value);
}

function item(value: Watched): string {
  if (isEmpty(value) && typeof value === 'object' && value !== null) return JSON.stringify(value);
  return Array.isArray(value) ? `[${valueText(value)}]` : String(valueText(value));
}

/** Nothing in it: what a set, map, list or plain value is before anybody put something there. */
export function isEmpty(value: Watched | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === false || value === 0) {
    return true;
  }
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A function's name, or null for one that has none: `(module)`, `<lambda>`, a callback. */
export function named(fn: string | undefined): string | null {
  return !fn || fn[0] === '(' || fn[0] === '<' || fn === 'anonymous' ? null : fn;
}
