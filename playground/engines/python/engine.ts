import type { PyCallable, PyProxy } from 'pyodide/ffi';
import type { TraceEvent } from '../../trace/event.ts';
import type {
  BootStep,
  ClockKind,
  Engine,
  EngineInfo,
  LiveAct,
  Loaded,
  Program,
  RunEnd,
  Script,
} from '../engine.ts';
import { start, type Assets, type Keeper } from './boot.ts';
import { ciphers } from './ciphers.ts';
import { Host } from './host.ts';
import { Wasm, type CompiledModules } from './wasm.ts';

/** `py/engine.py`; what goes in and comes out is JSON. */
interface Python extends PyProxy {
  install(host: Host, traced: boolean): string;
  load: PyCallable;
  prepare(script: string, clock: ClockKind, deliver: Deliver): void;
  play: PyCallable;
  get_ready: PyCallable;
  step(): string;
  act(act: string): void;
}

type Deliver = (batch: string) => void;
type Step = { wait: number | null } | { end: RunEnd };

/**
 * Milliseconds without a load or a run, after which the next run is made ready. Who plays one after the other, and
 * each in another way, asks sooner.
 */
const REST = 20;

const NO_THREADS =
  'This browser lacks JavaScript Promise Integration (WebAssembly.Suspending), so plain def tools ' +
  'cannot run here. Async tools do; for the others there are the recording and TypeScript.';

/** What the worker before this one has left, and what this one leaves: Python's WebAssembly, compiled. */
export interface Shelf {
  found?: CompiledModules;
  leave(modules: CompiledModules): void;
}

export interface Options {
  /** Keeps the started interpreter for the next start. */
  keeper?: Keeper;
  shelf?: Shelf;
  /** Without it programs are not watched, so that a bench can tell what watching costs. */
  traced?: boolean;
}

/** The real Python SDK, in Pyodide: programs run unaltered, on the SDK's own server and client. */
export class PythonEngine implements Engine {
  readonly #assets: () => Promise<Assets>;
  readonly #keeper: Keeper | undefined;
  readonly #shelf: Shelf | undefined;
  readonly #traced: boolean;
  readonly #host = new Host();
  #python: Python | null = null;
  #switches = false;
  #running = false;
  /** Loads and runs that go on or wait for their turn. */
  #asked = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Python makes the next run ready, and cannot be entered elsewhere. */
  #readying: Promise<void> | null = null;
  /** What was asked of a run that waits for that. */
  #early: LiveAct[] | null = null;

  constructor(assets: () => Promise<Assets>, { keeper, shelf, traced = true }: Options = {}) {
    this.#assets = assets;
    this.#keeper = keeper;
    this.#shelf = shelf;
    this.#traced = traced;
  }

  async boot(progress: (step: BootStep) => void): Promise<EngineInfo> {
    const wasm = new Wasm(this.#shelf?.found);
    const pyodide = await start(await this.#assets(), progress, {
      keeper: this.#keeper,
      modules: ciphers,
      wasm,
    });
    this.#python = pyodide.pyimport('afterstop.engine') as Python;
    const versions = JSON.parse(this.#python.install(this.#host, this.#traced)) as Record<
      'mcp' | 'python',
      string
    >;
    this.#switches = await canSwitch(
      pyodide.runPython('from pyodide.ffi import can_run_sync; can_run_sync'),
    );
    this.#shelf?.leave(await wasm.all());
    return {
      language: 'python',
      sdk: `mcp ${versions.mcp}`,
      runtime: `CPython ${versions.python} in Pyodide ${pyodide.version}`,
      lacks: this.#switches ? [] : [NO_THREADS],
    };
  }

  /** Compiles the program and runs its module once, on a virtual clock, to learn what its server offers. */
  async load(program: Program): Promise<Loaded> {
    this.#begin();
    try {
      if (this.#readying) await this.#readying;
      const loaded: unknown = await this.#enter(this.#started.load, program.source);
      return JSON.parse(String(loaded)) as Loaded;
    } finally {
      this.#end();
    }
  }

  async run(
    script: Script,
    clock: ClockKind,
    emit: (events: TraceEvent[]) => void,
  ): Promise<RunEnd> {
    if (this.#running) throw new Error('A run goes on already');
    this.#running = true;
    this.#begin();
    const deliver: Deliver = (batch) => emit(JSON.parse(batch) as TraceEvent[]);
    try {
      const early: LiveAct[] = (this.#early = []);
      if (this.#readying) await this.#readying;
      this.#early = null;
      this.#started.prepare(JSON.stringify(script), clock, deliver);
      for (const act of early) this.act(act);
      if (!this.#switches) return await this.#steps();
      return JSON.parse(String(await this.#started.play.callPromising())) as RunEnd;
    } finally {
      this.#running = false;
      this.#end();
    }
  }

  act(act: LiveAct): void {
    if (!this.#running) return;
    if (this.#early) {
      this.#early.push(act);
      return;
    }
    this.#started.act(JSON.stringify(act));
    this.#host.stir();
  }

  #begin(): void {
    this.#asked++;
    clearTimeout(this.#rest);
  }

  #end(): void {
    this.#asked--;
    if (this.#asked === 0 && this.#switches) this.#rest = setTimeout(() => this.#getReady(), REST);
  }

  #getReady(): void {
    const { get_ready } = this.#started;
    this.#readying = get_ready.callPromising().finally(() => (this.#readying = null));
  }

  /** Without stacks to switch, the loop comes back for each wait. */
  async #steps(): Promise<RunEnd> {
    for (;;) {
      const step = JSON.parse(this.#started.step()) as Step;
      if ('end' in step) return step.end;
      await (step.wait === 0 ? this.#host.turn() : this.#host.idle(step.wait ?? undefined));
    }
  }

  async #enter(callable: PyCallable, ...args: unknown[]): Promise<unknown> {
    return this.#switches ? callable.callPromising(...args) : callable(...args);
  }

  get #started(): Python {
    if (this.#python === null) throw new Error('Boot the engine before you use it');
    return this.#python;
  }
}

/** Whether Python can be entered on a stack of its own; asked on such a stack, as no browser's name tells. */
async function canSwitch(ask: PyCallable): Promise<boolean> {
  try {
    return Boolean(await ask.callPromising());
  } catch {
    return false;
  } finally {
    ask.destroy();
  }
}
