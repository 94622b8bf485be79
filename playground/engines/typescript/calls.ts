import { currentTask, type Operation } from '../../kernel/index.ts';
import { isThenable, settleValue } from './awaiting.ts';
import { expectAwait } from './frames.ts';
import { begin, bind, makeOperation, twinOf, type Callable, type Twin } from './twins.ts';

/**
 * Call a function of the program, or any other, from an operation, and wait for what it gives: the twin of
 * a compiled one, async or plain; a promise otherwise.
 * @throws what the function throws; Cancelled where a wait in it was cancelled; TypeError for no function.
 */
export function* invoke(fn: unknown, self: unknown, args: readonly unknown[]): Operation<unknown> {
  const twin = twinOf(fn);
  if (twin === undefined) return yield* settleValue(callNative(fn, self, args));
  const value = twin.async ? yield* begin(twin, self, args) : yield* callAwaited(twin, self, args);
  takeDelivery();
  return isThenable(value) ? yield* settleValue(value) : value;
}

/** A compiled function that is not async: as a handler it runs in a thread. */
export const isPlain = (fn: unknown): boolean => twinOf(fn)?.async === false;

/** What is known of a compiled function: its name in the program and its line; null for any other. */
export function describe(fn: unknown): { name: string; line: number; async: boolean } | null {
  const twin = twinOf(fn);
  if (twin === undefined || twin.isOperation) return null;
  return { name: twin.meta.fn, line: twin.meta.line, async: twin.async };
}

/**
 * Give an operation of the kernel to programs as a function. An async one is like an async function: called
 * by what is not compiled, it becomes a task in the caller's scope and returns a promise. A plain one blocks
 * its thread, and cannot be called where nothing can wait.
 */
export function operation<A extends unknown[], T>(
  name: string,
  main: (...args: A) => Operation<T>,
  { async }: { async: boolean },
): (...args: A) => Promise<T> & T {
  return makeOperation(name, main as unknown as Twin['main'], async) as never;
}

/** Call and delegate, without waiting for a promise: the value as the function gives it. */
export function* callValue(
  fn: unknown,
  self: unknown,
  args: readonly unknown[],
): Operation<unknown> {
  const twin = twinOf(fn);
  return twin === undefined ? callNative(fn, self, args) : yield* begin(twin, self, args);
}

/** @throws TypeError where `fn` is no function; `what` is what the program calls it. */
export function callNative(
  fn: unknown,
  self: unknown,
  args: readonly unknown[],
  what = 'value',
): unknown {
  if (typeof fn !== 'function') throw new TypeError(`${what} is not a function`);
  const value: unknown = Reflect.apply(fn, self, args);
  if (fn === Function.prototype.bind) {
    const twin = twinOf(self);
    if (twin !== undefined) bind(twin, value as Callable, args[0], args.slice(1));
  }
  return value;
}

/** A call by way of `call` or `apply` is a call of the function itself. */
export function unwrap(fn: unknown, self: unknown, args: readonly unknown[]): Unwrapped | null {
  if (fn === Function.prototype.call) return { fn: self, self: args[0], args: args.slice(1) };
  if (fn !== Function.prototype.apply) return null;
  return { fn: self, self: args[0], args: Array.from((args[1] ?? []) as ArrayLike<unknown>) };
}

interface Unwrapped {
  fn: unknown;
  self: unknown;
  args: readonly unknown[];
}

/** Call a plain twin whose value the caller waits for. */
export function* callAwaited(
  twin: Twin,
  self: unknown,
  args: readonly unknown[],
): Operation<unknown> {
  const operation = begin(twin, self, args);
  if (!twin.isOperation && currentTask()?.kind === 'task') expectAwait();
  return yield* operation;
}

let delivered = false;

/** The plain function that returns now has waited for its value itself, in its caller's place. */
export function deliver(): void {
  delivered = true;
}

export function takeDelivery(): boolean {
  const was = delivered;
  delivered = false;
  return was;
}
