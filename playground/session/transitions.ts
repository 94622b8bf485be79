import type { SessionState } from './session.ts';

/** What can happen to a session. */
export type Move =
  /** A program is being read, by itself or for a run. */
  | 'load'
  /** It was read and nothing waits to be run. */
  | 'loaded'
  /** It has mistakes. */
  | 'refused'
  /** The engine was told to play a script. */
  | 'start'
  /** The client gives up on a call of the run. */
  | 'stop'
  | 'end'
  /** The worker is ended from outside, by the reader or by the watch. */
  | 'kill'
  /** The worker failed by itself. */
  | 'crash'
  | 'reset';

/** Where a move leads; null where it means nothing and is ignored. */
type Row = Readonly<Record<Move, SessionState | null>>;

/**
 * The whole of the state machine. `crashed` says that there is no worker with this program any more; it is
 * left by reading or playing a program, on a fresh one. A run that goes on admits no other until it has
 * really ended: a stop that was asked for is not an end.
 */
export const transitions: Readonly<Record<SessionState, Row>> = {
  idle: {
    load: 'loading',
    loaded: null,
    refused: null,
    start: 'running',
    stop: null,
    end: null,
    kill: null,
    crash: 'crashed',
    reset: 'idle',
  },
  loading: {
    load: 'loading',
    loaded: 'ready',
    refused: 'idle',
    start: 'running',
    stop: null,
    end: null,
    kill: 'crashed',
    crash: 'crashed',
    reset: 'loading',
  },
  ready: {
    load: 'loading',
    loaded: null,
    refused: null,
    start: 'running',
    stop: null,
    end: null,
    kill: null,
    crash: null,
    reset: 'ready',
  },
  running: {
    load: null,
    loaded: null,
    refused: null,
    start: null,
    stop: 'stopping',
    end: 'ended',
    kill: 'crashed',
    crash: 'crashed',
    reset: 'idle',
  },
  stopping: {
    load: null,
    loaded: null,
    refused: null,
    start: null,
    stop: 'stopping',
    end: 'ended',
    kill: 'crashed',
    crash: 'crashed',
    reset: 'idle',
  },
  ended: {
    load: 'loading',
    loaded: null,
    refused: null,
    start: 'running',
    stop: null,
    end: null,
    kill: null,
    crash: null,
    reset: 'ready',
  },
  crashed: {
    load: 'loading',
    loaded: null,
    refused: null,
    start: 'running',
    stop: null,
    end: null,
    kill: null,
    crash: 'crashed',
    reset: 'idle',
  },
};
