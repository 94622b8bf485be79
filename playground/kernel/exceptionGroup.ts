import { Cancelled } from './cancelled.ts';

/** Several errors as one: what went wrong in a task group's children and its body. */
export class ExceptionGroup extends AggregateError {
  override readonly name = 'ExceptionGroup';
  /** The message without the count. */
  readonly summary: string;

  constructor(summary: string, errors: readonly unknown[]) {
    const plural = errors.length === 1 ? '' : 's';
    super(errors, `${summary} (${errors.length} sub-exception${plural})`);
    this.summary = summary;
  }
}

/** The same error without the cancellations in it, groups in their places; null where nothing is left. */
export function withoutCancelled(error: unknown): { error: unknown } | null {
  if (error instanceof Cancelled) return null;
  if (!(error instanceof ExceptionGroup)) return { error };
  const kept = error.errors.map(withoutCancelled).filter((part) => part !== null);
  if (kept.length === 0) return null;
  const errors = kept.map((part) => part.error);
  const whole =
    errors.length === error.errors.length && errors.every((part, i) => part === error.errors[i]);
  if (whole) return { error };
  return { error: new ExceptionGroup(error.summary, errors) };
}
