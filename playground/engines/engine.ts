import type { TraceEvent } from '../trace/event.ts';

/** What every engine can do. The session knows no more of an engine than this. */
export interface Engine {
  /** Start the engine. Called once, before anything else. `progress` reports named steps. */
  boot(progress: (step: BootStep) => void): Promise<EngineInfo>;
  /** Read a program: what its server offers, or what is wrong with it and where. Runs no handler. */
  load(program: Program): Promise<Loaded>;
  /**
   * Play a script against a fresh instance of the loaded program. Resolves once, at the run's end; events
   * come in order, in batches. A second run while one goes on is an error.
   */
  run(script: Script, clock: ClockKind, emit: (events: TraceEvent[]) => void): Promise<RunEnd>;
  /** Live control of the run that goes on: as if the act stood in its script at this moment. */
  act(act: LiveAct): void;
}

export type Language = 'typescript' | 'python';

/** `virtual` jumps to the next timer when everything waits; same events, no waiting. */
export type ClockKind = 'real' | 'virtual';

export interface BootStep {
  /** What happens now, as a reader would say it: "start", "import mcp". */
  name: string;
  /** How far it is, 0 to 1, where that is known. */
  done?: number;
}

export interface EngineInfo {
  language: Language;
  /** "TypeScript SDK 2.4.0", "mcp 2.3.0". */
  sdk: string;
  /** "Chromium 156", "CPython 3.14.2 in Pyodide 314.0.7". */
  runtime: string;
  /** What this browser lacks, in a sentence a reader can act on; empty where nothing is. */
  lacks: string[];
}

export interface Program {
  language: Language;
  source: string;
}

/** Where a program is wrong. Lines and columns count from 1. */
export interface Diagnostic {
  line: number;
  column: number;
  message: string;
  severity: 'error' | 'warning';
}

export type Loaded =
  | { ok: true; server: ServerShape; warnings: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] };

/** What the program's server offers, as `tools/list` and its siblings would say it. */
export interface ServerShape {
  name: string;
  tools: Offer[];
  prompts: Offer[];
  resources: Offer[];
}

export interface Offer {
  /** A tool's or prompt's name; a resource's URI template. */
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonSchema;
  /** A plain function: its handler runs in a thread. */
  plain: boolean;
}

export type JsonSchema = { [key: string]: unknown };

/** One way to connect. A new transport is a new member here and one file a side. */
export type TransportChoice = { kind: 'memory' } | { kind: 'stdio'; era: Era } | HttpChoice;

/** Streamable HTTP, with the two settings of the Python SDK's server. */
export interface HttpChoice {
  kind: 'http';
  era: Era;
  /** Answer a request with one JSON body, never with an event stream. */
  json_response: boolean;
  /** Keep no session between requests. The 2026 protocol has none anyway. */
  stateless_http: boolean;
  /**
   * TypeScript engine only: where the official SDK's server differs from the guide's facts, do as it does
   * (`content/differences.ts`). Left out: the facts hold.
   */
  served_by?: 'sdk';
}

/** The protocol of 2026-07-28, or that of 2025-11-25. */
export type Era = 'modern' | 'legacy';

export interface Call {
  method: 'tools/call' | 'prompts/get' | 'resources/read';
  /** The tool's or prompt's name; the resource's URI, filled in. */
  target: string;
  arguments: Record<string, unknown>;
  /** Seconds the client waits for the answer; null waits for ever. */
  read_timeout_seconds: number | null;
  /** Seconds after which a scope around the call cancels it (`anyio.move_on_after`). Left out: none does. */
  move_on_after?: number;
  /** Whether the client asks for progress (it does unless this is false). Progress never moves the timeout. */
  progress?: boolean;
  /** When the client makes the call, in seconds since the run began. */
  at: number;
}

/** An act at this very moment. `call` counts from 1. */
export type LiveAct =
  | { do: 'stop'; call: number; reason?: string }
  /** The client leaves properly: over legacy HTTP it ends its session. */
  | { do: 'disconnect' }
  /** The client is gone without a goodbye: over legacy HTTP its session stays. Elsewhere a disconnect. */
  | { do: 'drop' };

/** What the client does when. */
export type Act = { at: number } & LiveAct;

/** A run as data: it can be replayed, shared, and played on another engine. */
export interface Script {
  transport: TransportChoice;
  calls: Call[];
  acts: Act[];
}

export interface RunEnd {
  /**
   * `ended`: every call and every handler has ended. `failed`: the program or the engine broke the run, and
   * `message` says how. `deadlocked`: every task waits and no timer is set.
   */
  outcome: 'ended' | 'failed' | 'deadlocked';
  message?: string;
  /** Seconds since the run began, on the run's clock. */
  t: number;
  /** The script as it was played, live acts included: playing it again gives this run again. */
  script: Script;
}
