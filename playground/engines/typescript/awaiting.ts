import {
  checkpoint,
  currentLoop,
  waitForPromise,
  type Operation,
  type Task,
} from '../../kernel/index.ts';

/** What `await` does with a value. */
export function* awaitValue(value: unknown, what?: string): Operation<unknown> {
  if (isThenable(value)) return yield* waitFor(value, what);
  yield* checkpoint();
  return value;
}

/** The value itself, or what it promises: what `return` in an async function does. No checkpoint. */
export function* settleValue(value: unknown): Operation<unknown> {
  return isThenable(value) ? yield* waitFor(value) : value;
}

export const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  typeof (value as { then?: unknown }).then === 'function';

const tasks = new WeakMap<object, Task<unknown>>();

/** A task beside the current one, in its scope, and its promise. */
export function promiseOf(main: () => Operation<unknown>, name: string): Promise<unknown> {
  const task = currentLoop().startTask(
    function* () {
      return yield* settleValue(yield* main());
    },
    { name },
  );
  tasks.set(task.promise, task);
  return task.promise;
}

/** A promise that a task stands behind is no news from outside: waiting for it is joining the task. */
function* waitFor(promise: PromiseLike<unknown>, what?: string): Operation<unknown> {
  const task = tasks.get(promise);
  if (task === undefined) return yield* waitForPromise(promise, what);
  // Whoever joins takes the error, so the promise must not report it as unhandled.
  promise.then(undefined, () => {});
  return yield* task.join();
}
