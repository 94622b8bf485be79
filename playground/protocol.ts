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
import type { TraceEvent } from './trace/event.ts';

/**
 * Every message between a session and its worker. Each carries the id it answers to (`load` counts loads,
 * `run` counts runs), so that what is late is dropped instead of being taken for what is current.
 */
export type ToWorker =
  /** `assets` is what Python starts from: the worker has no network to fetch it by. */
  | { type: 'boot'; language: Language; assets?: Assets }
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

/** What Python's worker says to the page's store, and to nobody else. */
export type AboutSnapshot =
  { type: 'kept'; snapshot: Uint8Array<ArrayBuffer> } | { type: 'dropped'; reason: string };
