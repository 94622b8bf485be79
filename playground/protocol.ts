import type {
  BootStep,
  ClockKind,
  EngineInfo,
  Language,
  LiveAct,
  Loaded,
  Program,
  RunEnd,
  Script,
} from './engines/engine.ts';
import type { Assets } from './engines/python/boot.ts';
import type { Compiled } from './engines/typescript/compile.ts';
import type { TraceEvent } from './trace/event.ts';

/**
 * Every message between a session and its worker. Each carries the id it answers to (`load` counts loads,
 * `run` counts runs), so that what is late is dropped instead of being taken for what is current.
 */
export type ToWorker =
  /**
   * The worker has no network: `assets` is what Python starts from, `compiled` are the site's own programs in
   * TypeScript.
   */
  | { type: 'boot'; language: Language; assets?: Assets; compiled?: Record<string, Compiled> }
  /** What the worker has asked for: a script, or its address in `astro dev`. */
  | { type: 'part'; part: PartName; script: Blob | string }
  | { type: 'part'; part: PartName; error: string }
  | { type: 'load'; load: number; program: Program }
  | { type: 'run'; run: number; script: Script; clock: ClockKind }
  | { type: 'act'; run: number; act: LiveAct }
  | { type: 'ping'; ping: number };

export type FromWorker =
  | { type: 'booting'; step: BootStep }
  | { type: 'booted'; info: EngineInfo }
  | { type: 'boot failed'; message: string }
  | { type: 'loaded'; load: number; loaded: Loaded }
  | { type: 'events'; run: number; events: TraceEvent[] }
  | { type: 'ended'; run: number; end: RunEnd }
  | { type: 'pong'; ping: number };

/** A part of an engine that does not come with it. */
export type PartName = 'compiler';

/** What a worker says to who supplies it, and to nobody else. */
export type AboutParts = { type: 'wants'; part: PartName };

/** What Python's worker says to the page's store, and to nobody else. */
export type AboutSnapshot =
  { type: 'kept'; snapshot: Uint8Array<ArrayBuffer> } | { type: 'dropped'; reason: string };
