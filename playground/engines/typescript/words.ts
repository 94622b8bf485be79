import { Cancelled } from '../../kernel/index.ts';
import type { Outcome } from '../../trace/event.ts';

/** An error in the trace's words. */
export function raised(error: unknown): { exc?: string; message?: string } {
  if (error === undefined || error === null) return {};
  if (error instanceof Error) return { exc: error.name, message: error.message };
  return { exc: typeof error, message: String(error) };
}

export function outcomeOf(error: unknown): Outcome {
  return error instanceof Cancelled ? 'cancelled' : 'raised';
}

/** A value as a reader would recognise it, short enough for a label. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > 500 ? `${text.slice(0, 500)}…` : text;
}
