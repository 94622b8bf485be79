import { due, giveWay, type Operation } from '../../kernel/index.ts';
import { awaitValue, isThenable, settleValue } from './awaiting.ts';
import { callAwaited, callNative, deliver, takeDelivery, unwrap } from './calls.ts';
import { Closing, out } from './coroutine.ts';
import { Disposal } from './disposal.ts';
import { isDriven } from './drive.ts';
import { enter, expectAwait, leave, noteOrigin, type Frame, type Meta } from './frames.ts';
import { AsyncLoop, delegate, delegateAsync, each, PARKED, unpark } from './iteration.ts';
import { errorOf, NORMAL, outcomeOf } from './outcome.ts';
import type { Probe, Site } from './probe.ts';
import { begin, makeFunction, twinOf, type Callable } from './twins.ts';
import { work } from './work.ts';

type Main = (...args: never[]) => Generator;
type Readers = Record<string, () => unknown>;

/** What compiled code calls: the `$` in it. One for each instance of a program. */
export class Runtime {
  /** What the last call gave: the twin to delegate to, or the value. Read before anything else runs. */
  twin: Operation<unknown> | null = null;
  value: unknown = undefined;

  readonly parked = PARKED;
  exports: Readers = {};
  watched: Readers = {};

  readonly #probe: Probe;
  readonly #modules: Record<string, Record<string, unknown>>;

  constructor(probe: Probe, modules: Record<string, Record<string, unknown>>) {
    this.#probe = probe;
    this.#modules = modules;
  }

  // The module.

  expose(exports: Readers, watched: Readers): void {
    this.exports = exports;
    this.watched = watched;
  }

  module(name: string): Record<string, unknown> {
    return this.#modules[name]!;
  }

  // Functions and their frames.

  fn(meta: Meta, main: Main): Callable {
    return makeFunction(meta, main, 'function');
  }

  arrow(meta: Meta, self: unknown, main: Main): Callable {
    return makeFunction(meta, main, 'arrow', self);
  }

  method(meta: Meta, main: Main): Callable {
    return makeFunction(meta, main, 'method');
  }

  /** Put normal methods in the place of a class's or an object's generators. */
  methods<T extends object>(target: T, entries: [key: PropertyKey, meta: Meta][]): T {
    for (const [key, meta] of entries) {
      const property = Object.getOwnPropertyDescriptor(target, key)!;
      const name =
        meta.name || (typeof key === 'symbol' ? `[${key.description ?? ''}]` : String(key));
      const value = makeFunction({ ...meta, name }, property.value as Main, 'method');
      Object.defineProperty(target, key, { ...property, value });
    }
    return target;
  }

  named(key: PropertyKey, fn: Callable): Callable {
    const value = typeof key === 'symbol' ? `[${key.description ?? ''}]` : String(key);
    return Object.defineProperty(fn, 'name', { value, configurable: true });
  }

  enter(meta: Meta): Frame {
    return enter(meta);
  }

  leave(frame: Frame): void {
    leave(frame);
  }

  thrown(frame: Frame, error: unknown): unknown {
    noteOrigin(frame, error);
    return error;
  }

  due(): boolean {
    return due() && !isDriven();
  }

  giveWay(): Operation<void> {
    return giveWay();
  }

  // Calls.

  /** True where there is a twin to delegate to; otherwise the call has been made and gave `value`. */
  call(frame: Frame, fn: unknown, self: unknown, args: readonly unknown[], site: Site): boolean {
    frame.line = site.line;
    const twin = twinOf(fn);
    if (twin !== undefined && !twin.async) {
      const operation = begin(twin, self, args);
      this.twin = frame.root ? work(this.#probe, site, twin, args, operation) : operation;
      return true;
    }
    const inner = unwrap(fn, self, args);
    if (inner !== null) return this.call(frame, inner.fn, inner.self, inner.args, site);
    this.value = callNative(fn, self, args, site.what);
    return false;
  }

  /** A call whose value a plain function returns. Where that is awaited, the call is. */
  tail(frame: Frame, fn: unknown, self: unknown, args: readonly unknown[], site: Site): boolean {
    if (!frame.awaited) return this.call(frame, fn, self, args, site);
    if (twinOf(fn)?.async === true) {
      this.twin = this.#deliver(frame, fn, self, args, site);
      return true;
    }
    const delegates = this.call(frame, fn, self, args, site);
    if (delegates && twinOf(fn)?.isOperation === false) expectAwait();
    return delegates;
  }

  /** `await f(…)` */
  *awaitCall(
    frame: Frame,
    site: Site,
    fn: unknown,
    self: unknown,
    args: readonly unknown[],
  ): Operation<unknown> {
    frame.line = site.line;
    const twin = twinOf(fn);
    if (twin?.async === true) return yield* this.#await(frame, site, begin(twin, self, args), true);
    const inner = unwrap(fn, self, args);
    if (inner !== null) return yield* this.awaitCall(frame, site, inner.fn, inner.self, inner.args);
    if (twin === undefined)
      return yield* this.awaitValue(frame, site, callNative(fn, self, args, site.what));
    const value = yield* callAwaited(twin, self, args);
    return takeDelivery() ? value : yield* this.awaitValue(frame, site, value);
  }

  /** `await value` */
  awaitValue(frame: Frame, site: Site, value: unknown): Operation<unknown> {
    frame.line = site.line;
    return this.#await(frame, site, awaitValue(value, site.what));
  }

  /** `returns`: the operation is an async function, and what it returns may be a promise still. */
  *#await(
    frame: Frame,
    site: Site,
    operation: Operation<unknown>,
    returns = false,
  ): Operation<unknown> {
    this.#probe.awaitEnter(site);
    let value: unknown;
    try {
      value = yield* operation;
      if (returns && isThenable(value)) value = yield* settleValue(value);
    } catch (error) {
      frame.line = site.line;
      this.#probe.awaitRaise(site, error);
      throw error;
    }
    this.#probe.awaitReturn(site);
    return value;
  }

  *#deliver(
    frame: Frame,
    fn: unknown,
    self: unknown,
    args: readonly unknown[],
    site: Site,
  ): Operation<unknown> {
    const value = yield* this.awaitCall(frame, site, fn, self, args);
    deliver();
    return value;
  }

  // Blocks.

  tryEnter(site: Site): unknown {
    this.#probe.tryEnter(site);
    return NORMAL;
  }

  tryExit(site: Site, end: unknown): void {
    this.#probe.tryExit(site, outcomeOf(end), errorOf(end));
  }

  exceptEnter(site: Site, error: unknown): unknown {
    this.#probe.exceptEnter(site, error);
    return NORMAL;
  }

  exceptExit(site: Site, end: unknown): void {
    this.#probe.exceptExit(site, outcomeOf(end), errorOf(end));
  }

  finallyEnter(site: Site): unknown {
    this.#probe.finallyEnter(site);
    return NORMAL;
  }

  finallyExit(site: Site, end: unknown): void {
    this.#probe.finallyExit(site, outcomeOf(end), errorOf(end));
  }

  closing(error: unknown): boolean {
    return error instanceof Closing;
  }

  settle(): void {
    this.#probe.settle();
  }

  settled<T>(value: T): T {
    this.#probe.settle();
    return value;
  }

  // Iteration and generators.

  readonly each = each;
  readonly unpark = unpark;
  readonly out = out;
  readonly delegate = delegate;
  readonly delegateAsync = delegateAsync;
  readonly settleValue = settleValue;

  asyncLoop(source: unknown): AsyncLoop {
    return new AsyncLoop(source);
  }

  next(frame: Frame, site: Site, loop: AsyncLoop): Operation<unknown> {
    frame.line = site.line;
    return this.#await(frame, site, loop.next());
  }

  loopFailed(loop: AsyncLoop): void {
    loop.failed();
  }

  close(loop: AsyncLoop): Operation<void> {
    return loop.close();
  }

  // `using`.

  disposal(): Disposal {
    return new Disposal();
  }

  use(disposal: Disposal, value: unknown): unknown {
    return disposal.use(value);
  }

  useAsync(disposal: Disposal, value: unknown): unknown {
    return disposal.useAsync(value);
  }

  failed(disposal: Disposal, error: unknown): void {
    disposal.failed(error);
  }

  dispose(disposal: Disposal): Operation<void> {
    return disposal.dispose();
  }

  disposeNow(disposal: Disposal): void {
    disposal.disposeNow();
  }
}
