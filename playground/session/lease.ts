import type { Language, Program } from '../engines/engine.ts';
import type { WorkerPool } from './pool.ts';
import type { EngineWorker, Heard } from './worker.ts';

/**
 * A session's hold on a worker: none, an ear on how the shared idle one starts, or one of its own for as
 * long as it reads or plays a program. What a worker says after it was let go is not heard.
 */
export class Lease {
  worker: EngineWorker | null = null;
  /** The worker is this session's own. */
  held = false;
  #pool: WorkerPool;
  #language: Language;
  #hear: (heard: Heard) => void;
  #unsubscribe: () => void = () => {};

  constructor(pool: WorkerPool, language: Language, hear: (heard: Heard) => void) {
    this.#pool = pool;
    this.#language = language;
    this.#hear = hear;
  }

  /** Have the shared idle worker start, and read the program; listen until it has started. */
  warm(program?: Program): EngineWorker | null {
    const worker = this.#pool.warm(this.#language, program);
    if (worker) this.#attend(worker);
    return worker;
  }

  take(): EngineWorker {
    if (this.held && this.worker) return this.worker;
    const worker = this.#pool.take(this.#language);
    this.#attend(worker);
    this.held = true;
    return worker;
  }

  /** Healthy and not needed any more. */
  giveBack(): void {
    const worker = this.leave();
    if (worker) this.#pool.giveBack(worker);
  }

  /** End it, with all that goes on in it. A worker that is not held goes on. */
  giveUp(): void {
    const own = this.held;
    const worker = this.leave();
    if (own) worker?.end();
  }

  /** Listen no more; returns what was listened to. */
  leave(): EngineWorker | null {
    const worker = this.worker;
    this.#unsubscribe();
    this.worker = null;
    this.held = false;
    return worker;
  }

  #attend(worker: EngineWorker): void {
    this.leave();
    this.worker = worker;
    this.#unsubscribe = worker.subscribe(this.#hear);
  }
}
