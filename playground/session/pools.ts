import { WorkerPool } from './pool.ts';
import type { Spawn } from './worker.ts';

const pools = new WeakMap<Spawn, WorkerPool>();

/** The one pool of workers that are made this way. `page` is what tells that the page is left. */
export function poolOf(spawn: Spawn, page: EventTarget | null = pageOf()): WorkerPool {
  const pool = pools.get(spawn) ?? new WorkerPool(spawn, page);
  pools.set(spawn, pool);
  return pool;
}

/** Null where the site is built: there is no page there, and nobody leaves it. */
function pageOf(): EventTarget | null {
  return typeof window === 'undefined' ? null : window;
}
