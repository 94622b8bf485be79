import { z } from 'zod';
import { Loop, VirtualClock } from '../../kernel/index.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type {
  BootStep,
  ClockKind,
  Diagnostic,
  Engine,
  EngineInfo,
  LiveAct,
  Loaded,
  Program,
  RunEnd,
  Script,
} from '../engine.ts';
import type { Compiled, Rejected } from './compile.ts';
import { originOf } from './frames.ts';
import { build } from './build.ts';
import { Observation } from './observe.ts';
import { play, type Playing } from './play.ts';
import { raised } from './words.ts';
import { ImportError } from './program.ts';
import { Tracer } from './tracer.ts';
import { SDK_VERSION } from './versions.ts';

/** Hundreds of schemas, each parsed a few times: a first run waits longer for parsers that zod compiles than it gains. */
z.config({ jitless: true });

export type Compile = (source: string) => Compiled | Rejected;

/** What the engine is given by who makes it. */
export interface Parts {
  /** The compiler is as large as a third of all the rest, and is needed only for what has not come compiled. */
  compiler: () => Promise<Compile>;
  /** The site's own programs, compiled by the same compiler when the site was built; by their source. */
  compiled?: Readonly<Record<string, Compiled>>;
  /** Takes back what a program has left in the world that the next one finds: in a worker, where that is all there is. */
  realm?: { restore(): void };
}

/** The host's own: a program may put another in its place. */
const { setTimeout, clearTimeout } = globalThis;

/** AnyIO's semantics on the official TypeScript SDK: programs are compiled to generators that a kernel drives. */
export class TypeScriptEngine implements Engine {
  readonly #parts: Parts;
  /** A program has run since the realm was restored. */
  #used = false;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #compiled: Compiled | null = null;
  #playing: Playing | null = null;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async boot(progress: (step: BootStep) => void): Promise<EngineInfo> {
    progress({ name: 'start', done: 1 });
    globalThis.addEventListener?.('unhandledrejection', (event) => {
      // The program's, from an async call that nobody awaited: told in its trace, not in the console.
      if (this.#playing === null) return;
      event.preventDefault();
      this.#playing.unhandled(event.reason);
    });
    return {
      language: 'typescript',
      sdk: `TypeScript SDK ${SDK_VERSION}`,
      runtime: runtimeName(),
      lacks: [],
    };
  }

  /** Compiles the program and runs its module once, on a virtual clock, to learn what its server offers. */
  async load(program: Program): Promise<Loaded> {
    this.#compiled = null;
    const { source } = program;
    const known = this.#parts.compiled;
    const compiled =
      known && Object.hasOwn(known, source)
        ? known[source]!
        : (await this.#parts.compiler())(source);
    if (!compiled.ok) return { ok: false, diagnostics: compiled.diagnostics };
    const clock = new VirtualClock();
    const tracer = new Tracer(
      () => clock.now(),
      () => {},
    );
    const observation = new Observation(tracer, clock);
    const loop = new Loop({ clock });
    this.#restore();
    try {
      const server = await loop.run(() => build(compiled, loop, observation), { name: 'module' });
      const shape = server.shape;
      this.#compiled = compiled;
      return { ok: true, server: shape, warnings: compiled.warnings };
    } catch (error) {
      return { ok: false, diagnostics: diagnose(error) };
    } finally {
      this.#rest();
    }
  }

  async run(
    script: Script,
    clock: ClockKind,
    emit: (events: TraceEvent[]) => void,
  ): Promise<RunEnd> {
    if (this.#compiled === null) throw new Error('Load a program before you run it');
    if (this.#playing !== null) throw new Error('A run goes on already');
    this.#restore();
    this.#playing = play(this.#compiled, script, clock, emit);
    try {
      return await this.#playing.end;
    } finally {
      this.#playing = null;
      this.#rest();
    }
  }

  /** Stop stepping the run that goes on, as a killed process: no `finally` runs and it never ends. */
  kill(): void {
    this.#playing?.kill();
    this.#playing = null;
  }

  act(act: LiveAct): void {
    this.#playing?.act(act);
  }

  /** Once what was asked for is answered there is time to clean up; the next one cleans up otherwise. */
  #rest(): void {
    this.#used = true;
    this.#resting = setTimeout(() => this.#restore(), 0);
  }

  #restore(): void {
    clearTimeout(this.#resting);
    if (this.#used) this.#parts.realm?.restore();
    this.#used = false;
  }
}

function diagnose(error: unknown): Diagnostic[] {
  if (error instanceof ImportError) return [...error.diagnostics];
  const { exc, message } = raised(error);
  const text = exc === 'LoadError' ? message! : `${exc}: ${message}`;
  const line = originOf(error)?.line ?? 1;
  return [{ line, column: 1, message: text, severity: 'error' }];
}

/** The browser by its brands where it tells them, for a line that says where a run was made. */
function runtimeName(): string {
  const { userAgentData, userAgent } = globalThis.navigator as Navigator & {
    userAgentData?: { brands: { brand: string; version: string }[] };
  };
  const brand = userAgentData?.brands.find(({ brand }) => !/Not.?A.?Brand/i.test(brand));
  if (brand !== undefined) return `${brand.brand} ${brand.version}`;
  return /(Firefox|Version|Node\.js)\/?[\d.]*/.exec(userAgent)?.[0] ?? 'this browser';
}
