import type { Queue } from './queue.ts';
import type { Task } from './task.ts';
import type { Timer, Timers } from './timers.ts';

/**
 * A task that sleeps or computes without a wait blocks the loop: until it comes to a wait, or ends, other
 * tasks that are ready and the timers of tasks are kept aside. Threads and the world outside go on.
 */
export class Hold {
  /** The task that blocks the loop. */
  holder: Task | null = null;
  #tasks: Task[] = [];
  #timers: Timer[] = [];

  /** True where the task has to stand aside. */
  keepsTask(task: Task): boolean {
    if (this.holder === null || this.holder === task || task.kind === 'thread') return false;
    this.#tasks.push(task);
    return true;
  }

  /** True where the timer has to stand aside; to be taken out of those that are set. */
  keepsTimer(timer: Timer): boolean {
    if (this.holder === null || timer.outside) return false;
    this.#timers.push(timer);
    return true;
  }

  /** What stood aside comes first, in its order; timers at their own times. */
  release(ready: Queue<Task>, timers: Timers): void {
    this.holder = null;
    ready.putBack(this.#tasks);
    this.#tasks = [];
    for (const timer of this.#timers) timers.putBack(timer);
    this.#timers = [];
  }
}
