import type { Language } from '../engines/engine.ts';
import { LiveSession } from './live.ts';
import { poolOf } from './pools.ts';
import type { Session } from './session.ts';
import { spawn } from './spawn.ts';
import { pageTime } from './time.ts';
import type { Time } from './time.ts';
import type { Spawn } from './worker.ts';

export { downloadOf, isAtHand } from './atHand.ts';
export { playOnce } from './playOnce.ts';
export type { Booting, Run, Session, SessionState, Snapshot } from './session.ts';

export interface SessionOptions {
  /** Makes the workers. Sessions with the same one share its warmed worker. */
  worker?: Spawn;
  time?: Time;
  /** What tells that the page is left. */
  page?: EventTarget;
}

export type OpenSession = (language: Language, options?: SessionOptions) => Session;

/** Open a session for one figure. Starts nothing yet. */
export const openSession: OpenSession = (language, options = {}) => {
  const { worker = spawn, time = pageTime, page } = options;
  return new LiveSession(language, poolOf(worker, page), time);
};
