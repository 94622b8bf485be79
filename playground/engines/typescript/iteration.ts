import type { Operation } from '../../kernel/index.ts';
import { settleValue } from './awaiting.ts';
import { Closing, CompiledGenerator, out, type How } from './coroutine.ts';
import { callValue } from './calls.ts';
import type { Frame } from './frames.ts';

/** Given by an iterator in place of a value when its generator waits: the loop waits and goes on. */
export const PARKED = Symbol('parked');

let parkedAt: ParkingIterator | null = null;

/** What `for … of` in compiled code iterates: a compiled generator is asked so that it can wait. */
export function each(source: unknown): unknown {
  const generator = compiledIterator(source);
  return generator === null ? source : new ParkingIterator(generator);
}

/** Wait for what the iterator of the loop waits for, and tell it. */
export function* unpark(): Operation<void> {
  const iterator = parkedAt!;
  try {
    iterator.resume = { how: 'next', value: yield iterator.trap as never };
  } catch (error) {
    iterator.resume = { how: 'throw', value: error };
  }
}

class ParkingIterator implements IterableIterator<unknown> {
  trap: unknown = undefined;
  resume: { how: 'next' | 'throw'; value: unknown } = { how: 'next', value: undefined };
  readonly #generator: CompiledGenerator;
  #step: Operation<IteratorResult<unknown>> | null = null;

  constructor(generator: CompiledGenerator) {
    this.#generator = generator;
  }

  next(): IteratorResult<unknown> {
    const isNew = this.#step === null;
    const step = (this.#step ??= this.#generator.advance('next', undefined));
    const { how, value } = this.resume;
    const result = isNew ? step.next() : step[how](value as never);
    if (result.done !== true) {
      this.trap = result.value;
      parkedAt = this;
      return { value: PARKED, done: false };
    }
    this.#step = null;
    return result.value;
  }

  return(): IteratorResult<unknown> {
    return this.#generator.return();
  }

  [Symbol.iterator](): this {
    return this;
  }
}

function compiledIterator(source: unknown): CompiledGenerator | null {
  if (source instanceof CompiledGenerator) return source;
  if (typeof source !== 'object' || source === null) return null;
  if (Array.isArray(source) || source instanceof Set || source instanceof Map) return null;
  const make = (source as Partial<Iterable<unknown>>)[Symbol.iterator];
  if (typeof make !== 'function') return null;
  const iterator: unknown = Reflect.apply(make, source, []);
  return iterator instanceof CompiledGenerator ? iterator : null;
}

type AnyIterator = {
  next(value?: unknown): unknown;
  return?(value?: unknown): unknown;
  throw?(error?: unknown): unknown;
};

/** `yield*` in a generator of the program: what the other one gives is given on. */
export function* delegate(frame: Frame, source: unknown): Operation<unknown> {
  const iterator = compiledIterator(source) ?? openIterator(source, false);
  return yield* relay(frame, iterator, 'plain');
}

/** The same in an async generator. */
export function* delegateAsync(frame: Frame, source: unknown): Operation<unknown> {
  return yield* relay(
    frame,
    openIterator(source, true),
    isAsyncIterable(source) ? 'async' : 'promises',
  );
}

/** `promises`: a plain iterable in an async generator, whose values are awaited. */
type Items = 'plain' | 'async' | 'promises';

function* relay(frame: Frame, iterator: AnyIterator, items: Items): Operation<unknown> {
  let how: How = 'next';
  let value: unknown = undefined;
  for (;;) {
    const method = iterator[how];
    if (method === undefined) {
      if (how === 'return') throw new Closing(value);
      throw new TypeError('The iterator does not provide a throw method');
    }
    let result = yield* callValue(method, iterator, [value]);
    if (items === 'async') result = yield* settleValue(result);
    const step = result as IteratorResult<unknown>;
    if (step.done === true) {
      if (how === 'return') throw new Closing(step.value);
      return step.value;
    }
    try {
      const item = items === 'promises' ? yield* settleValue(step.value) : step.value;
      value = yield out(frame, item) as never;
      how = 'next';
    } catch (error) {
      how = error instanceof Closing ? 'return' : 'throw';
      value = error instanceof Closing ? error.value : error;
    }
  }
}

function openIterator(source: unknown, isAsync: boolean): AnyIterator {
  const iterable = source as { [Symbol.asyncIterator]?: unknown; [Symbol.iterator]?: unknown };
  const make =
    (isAsync ? iterable?.[Symbol.asyncIterator] : undefined) ?? iterable?.[Symbol.iterator];
  if (typeof make !== 'function')
    throw new TypeError(`${isAsync ? 'value is not async iterable' : 'value is not iterable'}`);
  return Reflect.apply(make, source, []) as AnyIterator;
}

const isAsyncIterable = (source: unknown): boolean =>
  ((source as { [Symbol.asyncIterator]?: unknown })?.[Symbol.asyncIterator] ?? null) !== null;

/** A `for await` loop at work. */
export class AsyncLoop {
  readonly #iterator: AnyIterator;
  /** Values of a plain iterable may be promises; those of an async one are settled already. */
  readonly #isPlain: boolean;
  /** The iterator has given a value and may give more: leaving the loop closes it. */
  #open = false;
  #failed = false;

  constructor(source: unknown) {
    this.#isPlain = !isAsyncIterable(source);
    this.#iterator = openIterator(source, true);
  }

  *next(): Operation<IteratorResult<unknown>> {
    this.#open = false;
    const called = yield* callValue(this.#iterator.next, this.#iterator, []);
    const step = yield* settleValue(called);
    if (typeof step !== 'object' || step === null)
      throw new TypeError(`Iterator result ${String(step)} is not an object`);
    const { value, done } = step as IteratorResult<unknown>;
    if (done === true) return { value, done };
    this.#open = true;
    return { value: this.#isPlain ? yield* settleValue(value) : value, done: false };
  }

  failed(): void {
    this.#failed = true;
  }

  *close(): Operation<void> {
    const leave = this.#iterator.return;
    if (!this.#open || leave === undefined) return;
    try {
      yield* settleValue(yield* callValue(leave, this.#iterator, []));
    } catch (error) {
      // The error that left the loop is the one to be heard of.
      if (!this.#failed) throw error;
    }
  }
}
