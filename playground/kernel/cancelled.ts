import type { CancelScope } from './scope.ts';

/**
 * Thrown at a task's waits while a scope around it is cancelled, at each of them until the scope ends.
 * Catch it to clean up, then throw it on; the scope it belongs to swallows it.
 */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
  /** The scope whose cancellation this is: the innermost cancelled one around the wait. */
  readonly scope: CancelScope;
  /** What `cancel` was given; "deadline exceeded" where a deadline did it. */
  readonly reason: string | undefined;

  constructor(scope: CancelScope, message: string) {
    super(message);
    this.scope = scope;
    this.reason = scope.cancelReason;
  }
}

/** What is thrown at a wait: says who cancelled and why. */
export function cancelledAtWait(scope: CancelScope): Cancelled {
  let message = `Cancelled via cancel scope ${scope.id}`;
  if (scope.cancelledBy) message += ` by ${scope.cancelledBy}`;
  if (scope.cancelReason) message += `; reason: ${scope.cancelReason}`;
  return withoutStack(scope, message);
}

/** What a thread's check raises: AnyIO's short form. */
export function cancelledAtCheck(scope: CancelScope): Cancelled {
  return new Cancelled(scope, `Cancelled via cancel scope ${scope.id}`);
}

/**
 * The stack of a throw from the loop shows the loop and nothing of the program, and taking it is most of
 * what cancelling a task costs. Engines without this setting ignore it.
 */
function withoutStack(scope: CancelScope, message: string): Cancelled {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const cancelled = new Cancelled(scope, message);
  Error.stackTraceLimit = limit;
  return cancelled;
}
