/**
 * A thread here is virtual: a generator like a task, stepped between the tasks, that parks where Python's
 * would block and gives way where Python's would be preempted. Nothing is thrown at it. Its scope is that
 * of the task that waits for it, and it learns of a cancellation only by asking.
 */
import { checkpoint, requireNumber } from './checkpoint.ts';
import { cancelledAtCheck } from './cancelled.ts';
import { currentLoop, currentTask, NoEventLoopError, taskOfLoop } from './current.ts';
import type { Task } from './task.ts';
import { wait, type Operation } from './trap.ts';

export interface RunSyncOptions {
  /** Leave at once when cancelled, and let the thread go on by itself: nobody gets what it ends with. */
  abandonOnCancel?: boolean;
  name?: string;
}

/**
 * Run `main` in a worker thread and wait for it (AnyIO's `to_thread.run_sync`). Begins with a checkpoint.
 * The wait itself is not cancelled unless `abandonOnCancel` is set: the thread's value is returned, and
 * the next wait raises.
 */
export function* runSync<T>(main: () => Operation<T>, options: RunSyncOptions = {}): Operation<T> {
  const host = taskOfLoop();
  yield* checkpoint();
  const thread = host.loop.startTask(main, {
    kind: 'thread',
    ...(options.name === undefined ? {} : { name: options.name }),
  });
  thread.host = host;
  thread.taken = true;
  yield* thread.ended({ what: 'thread', shielded: !options.abandonOnCancel });
  return thread.result();
}

/**
 * Sleep as plain code does (Python's `time.sleep`), for so many seconds. In a thread it parks the thread;
 * in a task it blocks the loop, so that every other task has to wait.
 * @throws RangeError where the time is negative.
 */
export function* threadSleep(seconds: number): Operation<void> {
  requireNumber(seconds, 'time.sleep');
  if (seconds < 0) throw new RangeError('sleep length must be non-negative');
  const loop = currentLoop();
  const when = loop.clock.now() + seconds;
  yield* wait<void>({
    what: 'time.sleep',
    blocking: true,
    arm: (resume) => {
      if (seconds === 0) resume();
      else if (when !== Infinity) loop.setTimer(when, resume, true);
    },
  });
}

/**
 * Raise where the task that waits for this thread is cancelled, each time it is called; do nothing where
 * it is not, or where a shield around that task hides it (AnyIO's `from_thread.check_cancelled`).
 * @throws Cancelled
 * @throws NoEventLoopError anywhere but in a worker thread.
 */
export function checkCancelled(): void {
  const thread = workerThread();
  for (let scope = thread.scope; scope !== null; scope = scope.shield ? null : scope.parent) {
    if (!scope.cancelCalled) continue;
    const cancelled = cancelledAtCheck(scope);
    thread.loop.observer?.checked?.(thread, cancelled);
    throw cancelled;
  }
  thread.loop.observer?.checked?.(thread, null);
}

/**
 * Run `main` as a task of the loop, in the scope of the task that waits for this thread, and park until
 * it has ended (AnyIO's `from_thread.run`).
 * @throws NoEventLoopError anywhere but in a worker thread.
 */
export function* fromThreadRun<T>(main: () => Operation<T>): Operation<T> {
  const thread = workerThread();
  return yield* thread.loop.startTask(main).join();
}

/**
 * Call `call` on the loop, between the steps of tasks, and park until it has returned (AnyIO's
 * `from_thread.run_sync`).
 * @throws NoEventLoopError anywhere but in a worker thread.
 */
export function* fromThreadRunSync<T>(call: () => T): Operation<T> {
  return yield* fromThreadRun(function* () {
    return call();
  });
}

function workerThread(): Task {
  const thread = currentTask();
  if (thread === null || thread.host === null) {
    throw new NoEventLoopError('This function can only be called inside an AnyIO worker thread');
  }
  return thread;
}
