import type {
  ClockKind,
  Diagnostic,
  EngineInfo,
  Program,
  RunEnd,
  Script,
  ServerShape,
} from '../engines/engine.ts';
import type { TraceEvent } from '../trace/event.ts';

export type SessionState =
  'idle' | 'loading' | 'ready' | 'running' | 'stopping' | 'ended' | 'crashed';

export interface Run {
  id: number;
  script: Script;
  clock: ClockKind;
  program: Program;
  events: readonly TraceEvent[];
  /** Null while it goes on, and for a run that was killed. */
  end: RunEnd | null;
  killed: boolean;
  /** Seconds since the run began at the last look, on its clock; moves while it goes on. */
  now: number;
}

/** A start that goes on. */
export interface Booting {
  /** What it has come to, with when each began (milliseconds on the page's clock). The last goes on. */
  steps: readonly { name: string; began: number }[];
  /** How far the last one is, 0 to 1, where that is known. */
  done?: number;
}

/** What a figure draws: immutable, replaced as a whole at each change. */
export interface Snapshot {
  state: SessionState;
  /** Null where no start goes on. */
  booting: Booting | null;
  engine: EngineInfo | null;
  /** What the loaded program offers; null until it was read, or where it is wrong. */
  server: ServerShape | null;
  diagnostics: readonly Diagnostic[];
  /** The last run, or the one that goes on. */
  run: Run | null;
  /** The worker has not answered for a while: Stop cannot reach the program, Kill can. */
  unresponsive: boolean;
  /** A word for the reader about what went wrong or was done, with what to do; null where there is none. */
  notice: string | null;
  /** The engine did not start, so that it is worth another try. */
  startFailed: boolean;
}

export interface Session {
  getSnapshot(): Snapshot;
  subscribe(changed: () => void): () => void;
  /**
   * Start the worker and its engine, as on hover; harmless where that was done. A program that is known to come to
   * its end when it is read is read too, so that a run of it begins at once.
   */
  warm(program?: Program): void;
  /** Read the program for its tools and its mistakes, without running a handler. */
  load(program: Program): void;
  /** Play the script; ends a run that has already ended, refuses while one goes on. */
  run(program: Program, script: Script, clock: ClockKind): void;
  /** Forget the run that waits for its engine or its program; one that has begun goes on. */
  callOff(): void;
  /** The protocol's cancel of a call (1 if not given), and nothing else. Harmless where nothing runs. */
  stop(call?: number): void;
  /** The client leaves with its calls open. */
  disconnect(): void;
  /** The client is gone without a goodbye. */
  drop(): void;
  /** End the worker at once: no finally runs. The program text is the caller's and survives. */
  kill(): void;
  /** Forget the last run. Kills it where it still goes on. */
  reset(): void;
  /** The figure is gone: give the worker up. */
  dispose(): void;
}
