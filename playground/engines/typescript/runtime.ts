import { Cancelled, due, giveWay, type AnyTrap, type Operation } from '../../kernel/index.ts';
import type { Outcome } from '../../trace/event.ts';
import { awaitValue, isThenable, settleValue } from './awaiting.ts';
import { callAwaited, callNative, deliver, takeDelivery, unwrap } from './calls.ts';
import { Closing, out } from './coroutine.ts';
import { Disposal } from './disposal.ts';
import { isDriven } from './drive.ts';
import { enter, expectAwait, leave, noteOrigin, type Frame, type Meta } from './frames.ts';
import { AsyncLoop, delegate, delegateAsync, each, PARKED, unpark } from './iteration.ts';
import type { Probe, Site } from './probe.ts';
import { begin, makeFunction, twinOf, type Callable, type Twin } from './twins.ts';

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
      this.twin = frame.root ? this.#work(site, twin, args, operation) : operation;
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
    if (twin?.async === true) return yield* this.#await(frame, site, begin(twin, self, args));
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

  *#await(frame: Frame, site: Site, operation: Operation<unknown>): Operation<unknown> {
    this.#probe.awaitEnter(site);
    let value: unknown;
    try {
      value = yield* operation;
      if (isThenable(value)) value = yield* settleValue(value);
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

  /**
   * A call that a thread's outermost function makes. Only when it waits is it told of as work: what takes
   * no time is no unit of it.
   */
  *#work(
    site: Site,
    twin: Twin,
    args: readonly unknown[],
    operation: Operation<unknown>,
  ): Operation<unknown> {
    let step = operation.next();
    let turns = 0;
    // The end of a slice may fall into any call. Two of them in one call: it has taken a slice of time.
    while (step.done !== true && isGiveWay(step.value) && turns++ === 0)
      step = yield* pass(operation, step);
    if (step.done === true) return step.value;
    const unit: Site = { ...site, what: workName(twin, args) };
    this.#probe.workEnter(unit);
    let end: unknown = NORMAL;
    try {
      while (step.done !== true) step = yield* pass(operation, step);
      return step.value;
    } catch (error) {
      end = error;
      throw error;
    } finally {
      this.#probe.workExit(unit, outcomeOf(end));
    }
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

/** How a block ended, where no error left it. */
const NORMAL = Symbol('normal');

function outcomeOf(end: unknown): Outcome {
  if (end === NORMAL || end instanceof Closing) return 'returned';
  return end instanceof Cancelled ? 'cancelled' : 'raised';
}

const errorOf = (end: unknown): unknown =>
  end === NORMAL || end instanceof Closing ? undefined : end;

type Step = IteratorResult<AnyTrap, unknown>;

/** Wait for what an operation waits for, and bring it on to its next wait or its end. */
function* pass(operation: Operation<unknown>, step: Step): Operation<Step> {
  let given: unknown;
  try {
    given = yield step.value as AnyTrap;
  } catch (error) {
    return operation.throw(error);
  }
  return operation.next(given);
}

const isGiveWay = (trap: AnyTrap): boolean => trap.what === 'computing';

/** A unit of work is known by its first argument, `index_book('Dune')` as Dune; else by its function. */
function workName({ meta, isOperation }: Twin, args: readonly unknown[]): string {
  const first = args[0];
  const tells = typeof first === 'string' || typeof first === 'number';
  return tells && !isOperation ? String(first) : meta.fn;
}
