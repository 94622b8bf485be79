import type { TaskOutcome } from './task.ts';
import type { Trap } from './trap.ts';

/** What a task started with `TaskGroup.start` tells that it is ready with. */
export interface TaskStatus<T> {
  /** @throws Error when called a second time. */
  started(value?: T): void;
}

/** The wait in `TaskGroup.start`, and the end of it that the started task holds. */
export class Starting<T> implements Trap<T>, TaskStatus<T> {
  readonly what = 'start';
  #started = false;
  #resume: ((value: T) => void) | null = null;
  #fail: ((error: unknown) => void) | null = null;

  arm(resume: (value: T) => void, fail: (error: unknown) => void): () => void {
    this.#resume = resume;
    this.#fail = fail;
    return () => this.#giveUp();
  }

  started(value?: T): void {
    if (this.#started) throw new Error("called 'started' twice on the same task status");
    this.#started = true;
    // Without a value, T has to allow for undefined: as in `Promise<void>`.
    this.#resume?.(value as T);
    this.#giveUp();
  }

  /** The task has ended. True where `start` is told how, so that it is no matter of the group's. */
  ended(outcome: TaskOutcome<unknown> | null): boolean {
    if (this.#fail === null || outcome === null) return false;
    if (outcome.how === 'returned') {
      this.#fail(new Error("Child exited without calling 'started' on its task status"));
    } else this.#fail(outcome.error);
    return true;
  }

  #giveUp(): void {
    this.#resume = null;
    this.#fail = null;
  }
}
