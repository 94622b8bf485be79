/**
 * Tasks, cancellation and time, with AnyIO's meaning and its names in camelCase.
 *
 * All times are in seconds. A cancelled scope raises `Cancelled` at every `await` inside it, again and
 * again, until the scope has been left.
 */

type Awaitable<T> = T | PromiseLike<T>;

/** Wait for this many seconds. The wait ends early where the scope round it is cancelled: the await raises. */
export function sleep(seconds: number): Promise<void>;

/** Wait until the clock shows `deadline`, in seconds of `currentTime()`. */
export function sleepUntil(deadline: number): Promise<void>;

/** Wait until cancelled. */
export function sleepForever(): Promise<never>;

/** Let other tasks run, and raise here if the scope was cancelled. */
export function checkpoint(): Promise<void>;

/** What the clock of this run shows, in seconds. */
export function currentTime(): number;

/** The nearest deadline that can reach this point, in seconds of `currentTime()`; `Infinity` where there is none, `-Infinity` where it is cancelled already. */
export function currentEffectiveDeadline(): number;

export interface ScopeOptions {
  /** Keep cancellation from outside out of this block. Only its own deadline, or its own `cancel()`, ends it early. */
  shield?: boolean;
}

export interface CancelScopeOptions extends ScopeOptions {
  /** When the scope cancels itself, in seconds of `currentTime()`. Not given: never. */
  deadline?: number;
}

/** A block of work that can be cancelled as a whole. */
export class CancelScope {
  constructor(options?: CancelScopeOptions);
  /** When the scope cancels itself, in seconds of `currentTime()`; `Infinity` is never. It may be moved while the block runs. */
  deadline: number;
  /** Whether cancellation from outside is kept out. It may be changed while the block runs. */
  shield: boolean;
  /** Somebody cancelled this scope, or its deadline passed. */
  readonly cancelCalled: boolean;
  /** The block was cut short by this scope. Known once the block has been left. */
  readonly cancelledCaught: boolean;
  /** What the first `cancel` gave as its reason. */
  readonly cancelReason: string | undefined;
  /** Cancel everything inside. Safe to call from anywhere, and more than once. */
  cancel(reason?: string): void;
  /** Run a block inside this scope; `undefined` where the scope cut it short. A scope runs once. */
  run<T>(body: (scope: CancelScope) => Awaitable<T>): Promise<T | undefined>;
}

/**
 * Run a block for at most so many seconds (`null`: no limit), then go on after it. Look at the scope's
 * `cancelledCaught` to learn whether the block was cut short.
 *
 *     await moveOnAfter(5, { shield: true }, async () => {
 *       await releaseHold(title);
 *     });
 */
export function moveOnAfter(
  seconds: number | null,
  body: (scope: CancelScope) => Awaitable<unknown>,
): Promise<CancelScope>;
export function moveOnAfter(
  seconds: number | null,
  options: ScopeOptions,
  body: (scope: CancelScope) => Awaitable<unknown>,
): Promise<CancelScope>;

/** As `moveOnAfter`, with a moment of `currentTime()` (in seconds) instead of a length. */
export function moveOnAt(
  deadline: number | null,
  body: (scope: CancelScope) => Awaitable<unknown>,
): Promise<CancelScope>;
export function moveOnAt(
  deadline: number | null,
  options: ScopeOptions,
  body: (scope: CancelScope) => Awaitable<unknown>,
): Promise<CancelScope>;

/** Run a block for at most so many seconds, and raise an error named `TimeoutError` where that cut it short. Otherwise gives the block's value. */
export function failAfter<T>(
  seconds: number | null,
  body: (scope: CancelScope) => Awaitable<T>,
): Promise<T>;
export function failAfter<T>(
  seconds: number | null,
  options: ScopeOptions,
  body: (scope: CancelScope) => Awaitable<T>,
): Promise<T>;

/** As `failAfter`, with a moment of `currentTime()` (in seconds) instead of a length. */
export function failAt<T>(
  deadline: number | null,
  body: (scope: CancelScope) => Awaitable<T>,
): Promise<T>;
export function failAt<T>(
  deadline: number | null,
  options: ScopeOptions,
  body: (scope: CancelScope) => Awaitable<T>,
): Promise<T>;

/** Tasks that end before the block that made them does. Made by `createTaskGroup`. */
export class TaskGroup {
  private constructor();
  /** Cancel it to cancel every task of the group. */
  readonly cancelScope: CancelScope;
  /** Start `fn(...args)` as a task of its own, and go on at once. */
  startSoon<A extends unknown[]>(fn: (...args: A) => Awaitable<unknown>, ...args: A): void;
  /**
   * Start `fn(...args, status)` as a task of its own, and wait until it calls `status.started(value)`; gives
   * that value.
   */
  start<T, A extends unknown[] = []>(
    fn: (...args: [...A, TaskStatus<T>]) => Awaitable<unknown>,
    ...args: A
  ): Promise<T>;
}

/** How a task says that it is ready. */
export interface TaskStatus<T> {
  started(value?: T): void;
}

/**
 * Run a block that may start tasks. The group ends when the block and every task have ended; where one
 * fails the others are cancelled, and the failures are raised together as an `ExceptionGroup`.
 *
 *     await createTaskGroup(async (tg) => {
 *       tg.startSoon(packBook, 'Dune');
 *       tg.startSoon(packBook, 'Emma');
 *     });
 */
export function createTaskGroup<T>(body: (tg: TaskGroup) => Awaitable<T>): Promise<T>;

/** A flag that tasks can wait for. Once set it stays set. */
export class Event {
  set(): void;
  isSet(): boolean;
  /** Wait until the flag is set; at once where it is. */
  wait(): Promise<void>;
}

export interface ThreadOptions {
  /** Leave the thread behind on cancellation instead of waiting for it. It goes on, and its value is lost. */
  abandonOnCancel?: boolean;
}

/** From a task: work in a thread. */
export const toThread: {
  /**
   * Run a plain function in a thread and wait for it. Nothing can interrupt the thread from outside. A last
   * argument `{ abandonOnCancel: true }` is an option.
   */
  runSync<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): Promise<T>;
  runSync<A extends unknown[], T>(
    fn: (...args: A) => T,
    ...argsAndOptions: [...A, ThreadOptions]
  ): Promise<T>;
};

/** From a thread: back to the task that waits for it. Raises `NoEventLoopError` anywhere else. */
export const fromThread: {
  /** Raise `Cancelled` if the call was cancelled; otherwise do nothing. Call it between units of work. */
  checkCancelled(): void;
  /** Run an async function on the event loop; the thread waits for its value. */
  run<A extends unknown[], T>(fn: (...args: A) => PromiseLike<T>, ...args: A): T;
  /** Run a plain function on the event loop; the thread waits for its value. */
  runSync<A extends unknown[], T>(fn: (...args: A) => T, ...args: A): T;
};

/** Raised at an `await` whose scope was cancelled. If you catch it, raise it again. */
export class Cancelled extends Error {}

/** Raised where a call needs an AnyIO worker thread (or an event loop) and there is none. */
export class NoEventLoopError extends Error {}

/** Several failures at once, from the tasks of a group. */
export class ExceptionGroup extends AggregateError {}
