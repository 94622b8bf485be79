import { cancelShieldedCheckpoint } from './checkpoint.ts';
import { Cancelled } from './cancelled.ts';
import { currentTask, taskOfLoop } from './current.ts';
import { ExceptionGroup, withoutCancelled } from './exceptionGroup.ts';
import { CancelScope } from './scope.ts';
import { Starting, type TaskStatus } from './starting.ts';
import type { Task } from './task.ts';
import { wait, type Operation } from './trap.ts';

export interface ChildOptions {
  name?: string;
}

/**
 * Run a block that may start tasks, and end when the block and all its tasks have ended. If one of them
 * fails the others are cancelled; the errors, without the cancellations, are thrown as one group.
 * Resolves to what the block returned, `undefined` where the group was cancelled.
 * @throws ExceptionGroup of what went wrong in the block and the tasks, also where that is one error.
 */
export function* createTaskGroup<T>(
  body: (group: TaskGroup) => Operation<T>,
): Operation<T | undefined> {
  const group = new TaskGroup(taskOfLoop());
  return yield* group.cancelScope.run(() => group.host(body));
}

/** Tasks that end before the block that started them does. All stand in one cancel scope. */
export class TaskGroup {
  readonly cancelScope = new CancelScope({ name: 'task group' });
  readonly #host: Task;
  readonly #errors: unknown[] = [];
  #children = 0;
  #allEnded: (() => void) | null = null;

  /** @internal Use `createTaskGroup`. */
  constructor(host: Task) {
    this.#host = host;
  }

  /**
   * Start a task. In a group that is cancelled it starts all the same, and is cancelled at its first wait.
   * @throws Error where the group has ended.
   */
  startSoon(main: () => Operation<unknown>, options: ChildOptions = {}): Task {
    const task = this.#start(main, options);
    task.whenDone(this.#childEnded);
    return task;
  }

  /**
   * Start a task and wait until it says that it is ready. Resolves to what it gave to `started`. What it
   * throws before that is thrown here and leaves the group alone. Where this wait is cancelled, the task
   * is cancelled too and its end awaited.
   * @throws Error where it ends without having called `started`.
   */
  *start<T>(
    main: (status: TaskStatus<T>) => Operation<unknown>,
    options: ChildOptions = {},
  ): Operation<T> {
    const scope = new CancelScope({ name: 'start' });
    const starting = new Starting<T>();
    const name = options.name ?? main.name;
    const task = this.#start(() => scope.run(() => main(starting)), { name });
    task.whenDone(() => {
      if (starting.ended(task.outcome)) this.#oneFewer();
      else this.#childEnded(task);
    });
    try {
      return yield* wait(starting);
    } catch (error) {
      if (!task.done) {
        scope.cancel('start() was cancelled');
        yield* task.ended({ shielded: true });
      }
      throw error;
    }
  }

  /** @internal The block and, behind it, the wait for the children. */
  *host<T>(body: (group: TaskGroup) => Operation<T>): Operation<T> {
    let result: { value: T } | null = null;
    let cancelled: { error: unknown } | null = null;
    try {
      result = { value: yield* body(this) };
    } catch (error) {
      this.cancelScope.cancel();
      const rest = withoutCancelled(error);
      if (rest !== null) this.#errors.push(rest.error);
      else cancelled = { error };
    }
    if (this.#children === 0) yield* cancelShieldedCheckpoint();
    // One throw is enough to learn that the group is cancelled; the children still have to end.
    let shielded = false;
    while (this.#children > 0) {
      try {
        yield* this.#untilAllEnded(shielded);
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
        shielded = true;
        this.cancelScope.cancel();
        cancelled ??= { error };
      }
    }
    if (this.#errors.length > 0) {
      throw new ExceptionGroup('unhandled errors in a TaskGroup', this.#errors);
    }
    if (cancelled !== null) throw cancelled.error;
    return (result as { value: T }).value;
  }

  #start<T>(main: () => Operation<T>, options: ChildOptions): Task {
    if (!this.cancelScope.active) {
      throw new Error('This task group is not active; no new tasks can be started');
    }
    const host = this.#host;
    const context = (currentTask() ?? host).context;
    const task = host.loop.startTask(main, {
      name: options.name,
      scope: this.cancelScope,
      parent: host,
      context,
    });
    task.taken = true;
    this.#children += 1;
    return task;
  }

  /** Made once: every child is given it. */
  readonly #childEnded = (task: Task): void => {
    const outcome = task.outcome;
    if (outcome !== null && outcome.how !== 'returned') {
      const rest = withoutCancelled(outcome.error);
      if (rest !== null) this.#errors.push(rest.error);
      if (this.cancelScope.pending === null) this.cancelScope.cancelBy(task.name);
    }
    this.#oneFewer();
  };

  #oneFewer(): void {
    this.#children -= 1;
    if (this.#children === 0) this.#allEnded?.();
  }

  *#untilAllEnded(shielded: boolean): Operation<void> {
    yield* wait<void>({
      what: 'task group',
      shielded,
      arm: (resume) => {
        this.#allEnded = resume;
        return () => {
          this.#allEnded = null;
        };
      },
    });
  }
}
