import { waitForPromise, type Operation } from '../../kernel/index.ts';
import { promiseOf, settleValue } from './awaiting.ts';
import { drive } from './drive.ts';
import { leave, reenter, type Frame } from './frames.ts';

/**
 * A generator function of the program is compiled to a generator that yields two kinds of things: traps for
 * the kernel, and `OUT`, which says that a value for the consumer lies ready. A step runs it to its next
 * value and passes the traps on, so that a generator can wait between two values.
 */
export type Raw = Generator<unknown, unknown, unknown>;

export type How = 'next' | 'return' | 'throw';

/**
 * Thrown into a generator that its consumer closes. JavaScript's own `return()` goes wrong where a
 * `finally` waits inside a delegated generator, so closing is a throw that no `catch` keeps.
 */
export class Closing {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

/** Yielded in place of a value; read at once, so one for all is enough. */
const OUT = { value: undefined as unknown, frame: undefined as Frame | undefined };

/** Give a value to the consumer: the function is left until it is asked for the next one. */
export function out(frame: Frame, value: unknown): unknown {
  leave(frame);
  OUT.value = value;
  OUT.frame = frame;
  return OUT;
}

class Coroutine {
  readonly #raw: Raw;
  #state: 'new' | 'suspended' | 'running' | 'done' = 'new';
  #frame: Frame | undefined;

  constructor(raw: Raw) {
    this.#raw = raw;
  }

  get isRunning(): boolean {
    return this.#state === 'running';
  }

  *advance(how: How, value: unknown): Operation<IteratorResult<unknown>> {
    if (this.#state === 'running') throw new TypeError('Generator is already running');
    if (how !== 'next' && this.#state === 'new') this.#state = 'done';
    if (this.#state === 'done') {
      if (how === 'throw') throw value;
      return { value: how === 'return' ? value : undefined, done: true };
    }
    this.#state = 'running';
    if (this.#frame !== undefined) reenter(this.#frame);
    try {
      let step =
        how === 'next'
          ? this.#raw.next(value)
          : this.#raw.throw(how === 'return' ? new Closing(value) : value);
      while (step.done !== true && step.value !== OUT) {
        let sent: unknown;
        try {
          sent = yield step.value as never;
        } catch (error) {
          step = this.#raw.throw(error);
          continue;
        }
        step = this.#raw.next(sent);
      }
      if (step.done === true) {
        this.#state = 'done';
        return { value: step.value, done: true };
      }
      this.#frame = OUT.frame;
      this.#state = 'suspended';
      return { value: OUT.value, done: false };
    } catch (error) {
      this.#state = 'done';
      // A `finally` that yields on the way out may put this off to a later step.
      if (error instanceof Closing) return { value: error.value, done: true };
      throw error;
    }
  }
}

type Prototype = new () => object;

const IteratorBase = function () {} as unknown as Prototype;
IteratorBase.prototype = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())),
);

const AsyncIteratorBase = function () {} as unknown as Prototype;
AsyncIteratorBase.prototype = Object.getPrototypeOf(
  Object.getPrototypeOf(Object.getPrototypeOf((async function* () {})())),
);

/** What a `function*` of the program gives. Called by a built-in, it cannot wait. */
export class CompiledGenerator extends IteratorBase {
  readonly #coroutine: Coroutine;

  constructor(raw: Raw) {
    super();
    this.#coroutine = new Coroutine(raw);
  }

  advance(how: How, value: unknown): Operation<IteratorResult<unknown>> {
    return this.#coroutine.advance(how, value);
  }

  next(value?: unknown): IteratorResult<unknown> {
    return drive(this.advance('next', value));
  }

  return(value?: unknown): IteratorResult<unknown> {
    return drive(this.advance('return', value));
  }

  throw(error?: unknown): IteratorResult<unknown> {
    return drive(this.advance('throw', error));
  }

  get [Symbol.toStringTag](): string {
    return 'Generator';
  }
}

/** What an `async function*` of the program gives. Asked again before it has answered, it queues. */
export class CompiledAsyncGenerator extends AsyncIteratorBase {
  readonly #coroutine: Coroutine;
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  constructor(raw: Raw) {
    super();
    this.#coroutine = new Coroutine(raw);
  }

  *advance(how: How, value: unknown): Operation<IteratorResult<unknown>> {
    const before = this.#last;
    let done = (): void => {};
    this.#last = new Promise((resolve) => (done = resolve));
    const queues = this.#waiting++ > 0;
    try {
      if (queues) yield* waitForPromise(before, 'generator');
      const given = how === 'return' ? yield* settleValue(value) : value;
      return yield* this.#coroutine.advance(how, given);
    } finally {
      this.#waiting--;
      done();
    }
  }

  next(value?: unknown): Promise<unknown> {
    return promiseOf(() => this.advance('next', value), 'next');
  }

  return(value?: unknown): Promise<unknown> {
    return promiseOf(() => this.advance('return', value), 'return');
  }

  throw(error?: unknown): Promise<unknown> {
    return promiseOf(() => this.advance('throw', error), 'throw');
  }

  get [Symbol.toStringTag](): string {
    return 'AsyncGenerator';
  }
}
