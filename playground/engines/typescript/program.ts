import type { Operation } from '../../kernel/index.ts';
import type { Diagnostic } from '../engine.ts';
import type { Compiled } from './compile.ts';
import { missing } from './compile/modules.ts';
import type { Probe } from './probe.ts';
import { Runtime } from './runtime.ts';

/** What a program finds around it. */
export interface World {
  /** What it can import, by the module's name. */
  modules: Record<string, Record<string, unknown>>;
  /** What stands in for the host's own globals: `console`, `setTimeout`. */
  globals: Record<string, unknown>;
  probe: Probe;
}

/** A program that has been loaded: its module has run to its end. */
export interface Instance {
  exports: Record<string, unknown>;
  /** The watched values at this moment, as they are in the program. */
  read(): Record<string, unknown>;
}

/** The program imports what is not there. */
export class ImportError extends Error {
  override name = 'ImportError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(`${diagnostics[0]!.message} (line ${diagnostics[0]!.line})`);
    this.diagnostics = diagnostics;
  }
}

/**
 * Run the module of a program, in the task that calls this, and wait for its end. Each instance has values
 * of its own.
 * @throws ImportError, and what the module throws.
 */
export function* instantiate(compiled: Compiled, world: World): Operation<Instance> {
  const names = Object.entries(world.modules).map(([name, it]) => [name, Object.keys(it)] as const);
  const lacking = missing(compiled.imports, Object.fromEntries(names));
  if (lacking.length > 0) throw new ImportError(lacking);

  const runtime = new Runtime(world.probe, world.modules);
  const module = factoryOf(compiled, Object.keys(world.globals));
  yield* module(runtime, ...Object.values(world.globals))();
  const exports: Record<string, unknown> = {};
  for (const [name, get] of Object.entries(runtime.exports))
    Object.defineProperty(exports, name, { get, enumerable: true });
  return { exports, read: () => read(runtime.watched) };
}

type Factory = (runtime: Runtime, ...globals: unknown[]) => () => Operation<unknown>;

const factories = new WeakMap<Compiled, { names: string; factory: Factory }>();

/** The generated code as a function; made once, though a program is run often. */
function factoryOf(compiled: Compiled, globals: string[]): Factory {
  const names = globals.join();
  const known = factories.get(compiled);
  if (known?.names === names) return known.factory;
  const factory = new Function(compiled.runtime, ...globals, compiled.code) as Factory;
  factories.set(compiled, { names, factory });
  return factory;
}

function read(watched: Record<string, () => unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, get] of Object.entries(watched)) {
    let value: unknown;
    try {
      value = get();
    } catch {
      // A const or let that the module has not come to yet has no value.
      continue;
    }
    if (isData(value)) values[name] = value;
  }
  return values;
}

/** Sets, maps, arrays, plain objects and plain values; no functions, servers or schemas. */
function isData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  if (value instanceof Set || value instanceof Map || Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
