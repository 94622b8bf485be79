import type { Operation } from '../../kernel/index.ts';
import { promiseOf } from './awaiting.ts';
import { CompiledAsyncGenerator, CompiledGenerator, type Raw } from './coroutine.ts';
import { drive } from './drive.ts';
import type { Meta } from './frames.ts';

/**
 * A compiled function is a normal function for whoever calls it, and has a twin: the generator it was
 * compiled to. Compiled callers delegate to the twin; all others call the function, which runs the twin to
 * its end at once, or, if it is async, as a task.
 */
export interface Twin {
  readonly meta: Meta;
  readonly main: (...args: never[]) => Operation<unknown>;
  readonly async: boolean;
  /** An arrow function's own `this`. */
  readonly self: unknown;
  readonly isArrow: boolean;
  /** No function of the program: the kernel's, or a method of its generators. It has no frame. */
  readonly isOperation: boolean;
}

/** Beside the functions and not on them: a program that looks at its functions sees nothing of this. */
const twins = new WeakMap<object, Twin>();

export const twinOf = (fn: unknown): Twin | undefined => twins.get(fn as object);

/** Call the twin. Parameters are bound here; the body runs when the operation does. */
export function begin(twin: Twin, self: unknown, args: readonly unknown[]): Operation<unknown> {
  return Reflect.apply(twin.main, twin.isArrow ? twin.self : self, args) as Operation<unknown>;
}

export type Shape = 'function' | 'method' | 'arrow';

/** Make the normal function of a twin. */
export function makeFunction(
  meta: Meta,
  main: (...args: never[]) => Generator,
  shape: Shape,
  self?: unknown,
): Callable {
  const isArrow = shape === 'arrow';
  if (meta.kind === 'generator' || meta.kind === 'asyncGenerator') {
    const Made = meta.kind === 'generator' ? CompiledGenerator : CompiledAsyncGenerator;
    return dress(
      method((own, args) => new Made(Reflect.apply(main, own, args) as Raw)),
      meta,
    );
  }
  const twin: Twin = {
    meta,
    main: main as Twin['main'],
    async: meta.kind === 'async',
    self,
    isArrow,
    isOperation: false,
  };
  return register(twin, shape === 'function' && !twin.async);
}

/** A function that the kernel provides to programs. */
export function makeOperation(name: string, main: Twin['main'], async: boolean): Callable {
  const kind = async ? 'async' : 'plain';
  const meta: Meta = { name, fn: name, line: 0, kind, length: main.length };
  return register({ meta, main, async, self: undefined, isArrow: false, isOperation: true }, false);
}

/** The function with `this` and first arguments given, as `bind` makes it; its twin knows them too. */
export function bind(twin: Twin, bound: Callable, self: unknown, first: unknown[]): Callable {
  const main = (...args: unknown[]) => begin(twin, self, [...first, ...args]);
  twins.set(bound, { ...twin, main, isArrow: false });
  return bound;
}

export type Callable = (this: unknown, ...args: unknown[]) => unknown;

function register(twin: Twin, constructible: boolean): Callable {
  const call = (self: unknown, args: unknown[]): unknown =>
    twin.async ? startTask(twin, self, args) : drive(begin(twin, self, args));
  const fn = dress(constructible ? constructor(call) : method(call), twin.meta);
  twins.set(fn, twin);
  return fn;
}

type Call = (self: unknown, args: unknown[]) => unknown;

/** Methods, arrows and async functions are no constructors and have no prototype. */
function method(call: Call): Callable {
  return {
    call(this: unknown, ...args: unknown[]) {
      return call(this, args);
    },
  }.call;
}

function constructor(call: Call): Callable {
  return function (this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return call(this, args);
    const made: unknown = call(this, args);
    return typeof made === 'object' || typeof made === 'function' ? (made ?? this) : this;
  };
}

function dress(fn: Callable, { name, length }: Meta): Callable {
  Object.defineProperties(fn, {
    name: { value: name, configurable: true },
    length: { value: length, configurable: true },
  });
  return fn;
}

/** An async call that nobody awaits yet: a task beside the current one, in its scope. */
function startTask(twin: Twin, self: unknown, args: unknown[]): Promise<unknown> {
  const { name, fn } = twin.meta;
  return promiseOf(() => begin(twin, self, args), name || fn);
}

// A generator's own methods can wait where compiled code calls them.
for (const Made of [CompiledGenerator, CompiledAsyncGenerator]) {
  for (const how of ['next', 'return', 'throw'] as const) {
    const isAsync = Made === CompiledAsyncGenerator;
    const kind = isAsync ? 'async' : 'plain';
    twins.set(Made.prototype[how], {
      meta: { name: how, fn: how, line: 0, kind, length: 1 },
      main: function (this: CompiledGenerator | CompiledAsyncGenerator, value: unknown) {
        return this.advance(how, value);
      },
      async: isAsync,
      self: undefined,
      isArrow: false,
      isOperation: true,
    });
  }
}
