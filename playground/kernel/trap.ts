/**
 * A task is a generator, and a trap is the only thing it ever yields: a description of one wait. The loop
 * arms the trap, runs other tasks, and steps the generator again with what the trap brought. Cancellation
 * is thrown at the trap, so every wait is a place where a task can be cancelled, and nothing else is.
 */
export interface Trap<T> {
  /** What it waits for, in a word: "sleep", "event", "promise". */
  readonly what: string;
  /**
   * Start waiting; left out where only a cancellation ends the wait. Call `resume` or `fail` at most once, at
   * any time, at once too. Returns how to give the wait up; after that was called, or where the wait was
   * cancelled, both do nothing.
   */
  arm?(resume: (value: T) => void, fail: (error: unknown) => void): (() => void) | void;
  /**
   * Waits for something outside the kernel, such as a promise: on a virtual clock the loop gives the host
   * a turn before it jumps. `'echo'`: nothing but what the loop's own tasks do can bring it about, by way of
   * code outside, so that where all of them wait it never comes.
   */
  readonly external?: boolean | 'echo';
  /**
   * Blocks the loop: until it resumes no other task is stepped; threads go on. Nothing is thrown at it.
   * Where a thread yields it, it parks that thread alone.
   */
  readonly blocking?: boolean;
  /** Nothing is thrown at it: the wait cannot be cancelled, the next one can. */
  readonly shielded?: boolean;
}

// A trap's value is known where it is yielded (`wait`) and nowhere else, as with every typed coroutine.
export type AnyTrap = Trap<any>;

/** What a task runs: a generator that yields traps and is sent what they brought. */
export type Operation<T> = Generator<AnyTrap, T, unknown>;

/** Wait for one trap; returns what it resumed with, throws what it failed with, or `Cancelled`. */
export function wait<T>(trap: Trap<T>): Operation<T> {
  // All of a generator that `yield*` and a task ask for; not the iterator helpers.
  return new Wait(trap) as unknown as Operation<T>;
}

/**
 * What a generator of one `yield` would do, written out: most waits are one of these, and a cancellation is
 * thrown through it, for which a generator needs two throws and three times the memory.
 */
class Wait<T> {
  #trap: Trap<T> | null;

  constructor(trap: Trap<T>) {
    this.#trap = trap;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(value: T): IteratorResult<Trap<T>, T> {
    const trap = this.#trap;
    this.#trap = null;
    if (trap !== null) return { done: false, value: trap };
    return { done: true, value };
  }

  throw(error: unknown): never {
    this.#trap = null;
    throw error;
  }

  return(value: T): IteratorResult<Trap<T>, T> {
    this.#trap = null;
    return { done: true, value };
  }
}

/**
 * Wait for a promise. The promise itself goes on when the wait is cancelled, and a rejection that comes
 * after that is nobody's: it is not reported as unhandled.
 */
export function* waitForPromise<T>(
  promise: PromiseLike<T>,
  what = 'promise',
  external: true | 'echo' = true,
): Operation<T> {
  const trap = new PromiseTrap(promise, what, external);
  try {
    return yield* wait(trap);
  } catch (error) {
    // Thrown at before it was armed: nobody listens to the promise yet.
    if (!trap.armed) promise.then(nothing, nothing);
    throw error;
  }
}

class PromiseTrap<T> implements Trap<T> {
  readonly external: true | 'echo';
  armed = false;
  readonly what: string;
  readonly #promise: PromiseLike<T>;

  constructor(promise: PromiseLike<T>, what: string, external: true | 'echo') {
    this.#promise = promise;
    this.what = what;
    this.external = external;
  }

  arm(resume: (value: T) => void, fail: (error: unknown) => void): () => void {
    this.armed = true;
    // A promise cannot be told that nobody waits any more, and a foreign thenable may call twice.
    let listens = true;
    this.#promise.then(
      (value) => {
        if (listens) resume(value);
        listens = false;
      },
      (error: unknown) => {
        if (listens) fail(error);
        listens = false;
      },
    );
    return () => {
      listens = false;
    };
  }
}

function nothing(): void {}
