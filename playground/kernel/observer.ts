import type { Cancelled } from './cancelled.ts';
import type { CancelScope } from './scope.ts';
import type { Task } from './task.ts';
import type { AnyTrap } from './trap.ts';

/**
 * What can be seen of a loop from outside, called where it happens. An observer must not step tasks or
 * start any; what it throws ends the run with that error.
 */
export interface Observer {
  /** Its first step is about to be made; `currentTask` is not it yet. */
  taskStarted?(task: Task): void;
  taskEnded?(task: Task): void;
  scopeEntered?(scope: CancelScope, task: Task): void;
  /** `by` is a task's name, "deadline", or "outside". A scope cancelled beforehand tells it when entered. */
  scopeCancelled?(scope: CancelScope, by: string, reason?: string): void;
  scopeExited?(scope: CancelScope, task: Task): void;
  /** The task stops at a trap. Where a scope around it is cancelled, it is thrown at next. */
  waiting?(task: Task, trap: AnyTrap): void;
  /** The task goes on after a trap, with a value or a throw. */
  resumed?(task: Task): void;
  /** A thread asked whether it was cancelled. */
  checked?(task: Task, raised: Cancelled | null): void;
  /** No other task is stepped from now on: this one sleeps or computes without a wait. */
  blocked?(task: Task, trap: AnyTrap): void;
  freed?(task: Task): void;
}
