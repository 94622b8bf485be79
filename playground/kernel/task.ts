import { Cancelled, cancelledAtWait } from './cancelled.ts';
import { setCurrentTask } from './current.ts';
import type { Linked } from './list.ts';
import type { Loop } from './loop.ts';
import type { CancelScope } from './scope.ts';
import { wait, type AnyTrap, type Operation } from './trap.ts';

export type TaskKind = 'task' | 'thread';

/** How a task ended. */
export type TaskOutcome<T> =
  | { how: 'returned'; value: T }
  | { how: 'raised'; error: unknown }
  | { how: 'cancelled'; error: Cancelled };

export interface TaskOptions {
  name?: string;
  /** The scope it is cancelled with; the current task's by default. */
  scope?: CancelScope;
  kind?: TaskKind;
  /** By default the current task's. */
  context?: unknown;
  /** The current task by default. */
  parent?: Task | null;
}

/** What a trap is given to end its wait with. */
interface Waker {
  resume(value: unknown): void;
  fail(error: unknown): void;
}

type Hear = (ended: Task) => void;

/** How the next step is made: by giving a value, by throwing an error, by throwing `Cancelled`. */
type Next = 'value' | 'error' | 'cancel';

/**
 * One line of work. It is ready (in the loop's queue), being stepped, waiting at a trap, or done. What
 * ends a wait decides there and then how the next step is made: a cancel that comes between a wait's end
 * and the step changes nothing, and the value is kept until the next wait raises.
 *
 * A thread is a task to which nothing is thrown: it has to ask (`checkCancelled`).
 */
export class Task<T = unknown> implements Linked<Task> {
  readonly id: number;
  readonly kind: TaskKind;
  /** The task that started it; the host of the group for a group's child. */
  readonly parent: Task | null;
  /** The innermost scope around what runs; null once the task is done. */
  scope: CancelScope | null;
  /** What its children inherit. */
  context: unknown;
  /** The engine's own data for this task; not inherited. */
  slot: unknown = undefined;
  outcome: TaskOutcome<T> | null = null;

  /** @internal */
  readonly loop: Loop;
  /** @internal The task that waits for this thread (`runSync`): makes it a worker thread. */
  host: Task | null = null;
  /** @internal Somebody takes its error, so it is not reported as unhandled. */
  taken = false;
  /** @internal Its neighbours in its scope. */
  before: Task | null = null;
  /** @internal */
  after: Task | null = null;

  readonly #name: string;
  readonly #main: () => Operation<T>;
  #operation: Operation<T> | null = null;
  #next: Next = 'value';
  #given: unknown = undefined;
  #waiting: AnyTrap | null = null;
  #abort: (() => void) | void = undefined;
  #waker: Waker | null = null;
  /** One listener is the rule; more stand in an array. */
  #whenDone: Hear | Hear[] | null = null;
  #promise: Promise<T> | null = null;
  #settle: (() => void) | null = null;

  /** @internal Use `Loop.startTask`. */
  constructor(
    loop: Loop,
    id: number,
    main: () => Operation<T>,
    parent: Task | null,
    scope: CancelScope,
    context: unknown,
    options: TaskOptions,
  ) {
    this.loop = loop;
    this.id = id;
    this.kind = options.kind ?? 'task';
    this.#name = options.name || main.name;
    this.parent = parent;
    this.scope = scope;
    this.context = context;
    this.#main = main;
    scope.add(this);
  }

  /** As given, or that of the function it runs, or its kind and number. */
  get name(): string {
    return this.#name || `${this.kind} ${this.id}`;
  }

  get done(): boolean {
    return this.outcome !== null;
  }

  /** What it waits for, in a word; null where it does not wait. */
  get waitingFor(): string | null {
    return this.#waiting?.what ?? null;
  }

  /**
   * Its end as a promise, made when it is first asked for. A task that ends cancelled rejects it with
   * `Cancelled`, which is never reported as unhandled; another error is, unless somebody takes it.
   */
  get promise(): Promise<T> {
    if (this.#promise === null) {
      this.#promise = new Promise<T>((resolve, reject) => {
        this.#settle = () => {
          const outcome = this.outcome as TaskOutcome<T>;
          if (outcome.how === 'returned') resolve(outcome.value);
          else reject(outcome.error);
        };
      });
      if (this.done) this.#settlePromise();
    }
    return this.#promise;
  }

  /** Wait for its end: returns what it returned, throws what it threw. */
  *join(): Operation<T> {
    this.taken = true;
    yield* this.ended();
    return this.result();
  }

  /** @internal What it returned; throws what it threw. */
  result(): T {
    const outcome = this.outcome as TaskOutcome<T>;
    if (outcome.how === 'returned') return outcome.value;
    throw outcome.error;
  }

  /** @internal Wait until it has ended, however. */
  *ended(options: { what?: string; shielded?: boolean } = {}): Operation<void> {
    yield* wait<void>({
      what: options.what ?? this.name,
      shielded: options.shielded ?? false,
      arm: (resume) => {
        if (this.done) return resume();
        let listens = true;
        this.whenDone(() => listens && resume());
        return () => {
          listens = false;
        };
      },
    });
  }

  /** @internal Call it right at the task's end, in the order of the calls here. */
  whenDone(hear: Hear): void {
    if (this.#whenDone === null) this.#whenDone = hear;
    else if (Array.isArray(this.#whenDone)) this.#whenDone.push(hear);
    else this.#whenDone = [this.#whenDone, hear];
  }

  /** @internal Run it to its next trap or its end. */
  step(): void {
    const given = this.#given;
    this.#given = undefined;
    const observer = this.loop.observer;
    let result: IteratorResult<AnyTrap, T>;
    if (this.#operation === null) observer?.taskStarted?.(this);
    else observer?.resumed?.(this);
    setCurrentTask(this);
    try {
      const operation = (this.#operation ??= this.#main());
      if (this.#next === 'value') result = operation.next(given);
      else if (this.#next === 'error') result = operation.throw(given);
      else result = operation.throw(cancelledAtWait(given as CancelScope));
    } catch (error) {
      setCurrentTask(null);
      this.#end(
        error instanceof Cancelled ? { how: 'cancelled', error } : { how: 'raised', error },
      );
      return;
    }
    setCurrentTask(null);
    if (result.done) this.#end({ how: 'returned', value: result.value });
    else this.#wait(result.value);
  }

  /** @internal A scope around it was cancelled: throw at its wait, unless it has none that can be cut. */
  interrupt(scope: CancelScope): void {
    const trap = this.#waiting;
    if (trap === null || !this.#cancellable(trap)) return;
    const abort = this.#abort;
    // What the trap still holds is a waker that no longer wakes.
    this.#waker = null;
    this.#wake('cancel', scope);
    abort?.();
  }

  #cancellable(trap: AnyTrap): boolean {
    return this.kind === 'task' && !trap.blocking && !trap.shielded;
  }

  #wait(trap: AnyTrap): void {
    const loop = this.loop;
    loop.stopsAt(this, trap);
    this.#waiting = trap;
    loop.countOutside(trap, 1);
    loop.observer?.waiting?.(this, trap);
    const pending = (this.scope as CancelScope).pending;
    if (pending !== null && this.#cancellable(trap)) {
      this.#wake('cancel', pending);
      return;
    }
    if (trap.arm === undefined) return;
    const waker = (this.#waker ??= this.#makeWaker());
    try {
      const abort = trap.arm(waker.resume, waker.fail);
      if (this.#waiting === trap) this.#abort = abort;
    } catch (error) {
      waker.fail(error);
      this.#waker = null;
    }
  }

  #makeWaker(): Waker {
    const waker: Waker = {
      resume: (value) => {
        if (this.#waker === waker && this.#waiting !== null) this.#wake('value', value);
      },
      fail: (error) => {
        if (this.#waker === waker && this.#waiting !== null) this.#wake('error', error);
      },
    };
    return waker;
  }

  #wake(next: Next, given: unknown): void {
    if (this.#waiting !== null) this.loop.countOutside(this.#waiting, -1);
    this.#waiting = null;
    this.#abort = undefined;
    this.#next = next;
    this.#given = given;
    this.loop.makeReady(this);
  }

  #end(outcome: TaskOutcome<T>): void {
    this.outcome = outcome;
    const scope = this.scope as CancelScope;
    scope.tasks.remove(this);
    this.scope = null;
    scope.unlinkIfOver();
    this.loop.ended(this);
    this.loop.observer?.taskEnded?.(this);
    const whenDone = this.#whenDone;
    this.#whenDone = null;
    if (Array.isArray(whenDone)) for (const hear of whenDone) hear(this);
    else whenDone?.(this);
    if (this.#promise !== null) this.#settlePromise();
    // Nobody asked for the promise: it is made so that the host reports the error as unhandled.
    else if (outcome.how === 'raised' && !this.taken) void this.promise;
  }

  #settlePromise(): void {
    if (this.outcome?.how === 'cancelled') this.#promise?.catch(() => {});
    this.#settle?.();
    this.loop.hostHeard();
  }
}
