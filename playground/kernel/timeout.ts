import { requireNumber } from './checkpoint.ts';
import { currentLoop, currentTask } from './current.ts';
import { CancelScope, type CancelScopeOptions } from './scope.ts';
import type { Operation } from './trap.ts';

export interface TimeoutOptions {
  /** Hide the cancellation of the scopes around it: only its own deadline ends the block. */
  shield?: boolean;
}

export interface FailOptions extends TimeoutOptions {
  /** The `TimeoutError`'s message. */
  reason?: string;
}

/** A block with `failAfter` or `failAt` was cut by its own deadline. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

type When = Pick<CancelScopeOptions, 'deadline' | 'limit'>;
type Body<T> = (scope: CancelScope) => Operation<T>;

/** Cut the block after so many seconds and go on behind it; null for no limit. Resolves to the scope. */
export function* moveOnAfter<T>(
  seconds: number | null,
  options: TimeoutOptions,
  body: Body<T>,
): Operation<CancelScope> {
  return yield* moveOn('moveOnAfter', fromNow(seconds, 'moveOnAfter'), options, body);
}

/** Cut the block at that time (seconds on the loop's clock) and go on behind it. Resolves to the scope. */
export function* moveOnAt<T>(
  deadline: number | null,
  options: TimeoutOptions,
  body: Body<T>,
): Operation<CancelScope> {
  return yield* moveOn('moveOnAt', { deadline: deadline ?? Infinity }, options, body);
}

/**
 * Cut the block after so many seconds; null for no limit. Resolves to what the block returned, `undefined`
 * where its scope was cancelled by hand.
 * @throws TimeoutError where its own deadline cut it, and only there.
 */
export function* failAfter<T>(
  seconds: number | null,
  options: FailOptions,
  body: Body<T>,
): Operation<T | undefined> {
  return yield* fail('failAfter', fromNow(seconds, 'failAfter'), options, body);
}

/** As `failAfter`, with the deadline as a time on the loop's clock, in seconds. */
export function* failAt<T>(
  deadline: number | null,
  options: FailOptions,
  body: Body<T>,
): Operation<T | undefined> {
  return yield* fail('failAt', { deadline: deadline ?? Infinity }, options, body);
}

/** The loop's time, in seconds. */
export function currentTime(): number {
  return currentLoop().clock.now();
}

/**
 * The nearest deadline that holds in the current task, in seconds on the loop's clock: `Infinity` where
 * none does, `-Infinity` where a scope that shows through is cancelled.
 */
export function currentEffectiveDeadline(): number {
  const innermost = currentTask()?.scope ?? null;
  if (innermost?.pending != null) return -Infinity;
  let deadline = Infinity;
  for (let scope = innermost; scope !== null; scope = scope.shield ? null : scope.parent) {
    deadline = Math.min(deadline, scope.deadline);
  }
  return deadline;
}

function* moveOn<T>(
  name: string,
  when: When,
  { shield = false }: TimeoutOptions,
  body: Body<T>,
): Operation<CancelScope> {
  const scope = new CancelScope({ name, ...when, shield });
  yield* scope.run(body);
  return scope;
}

function* fail<T>(
  name: string,
  when: When,
  { shield = false, reason }: FailOptions,
  body: Body<T>,
): Operation<T | undefined> {
  const scope = new CancelScope({ name, ...when, shield });
  const value = yield* scope.run(body);
  if (scope.timedOut && scope.cancelledCaught) throw new TimeoutError(reason);
  return value;
}

function fromNow(seconds: number | null, name: string): When {
  if (seconds === null) return {};
  requireNumber(seconds, name);
  return { deadline: currentTime() + seconds, limit: seconds };
}
