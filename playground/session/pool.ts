import type { Language, Program } from '../engines/engine.ts';
import { EngineWorker, sameProgram } from './worker.ts';
import type { Spawn } from './worker.ts';

/**
 * The workers of a page. A session takes one for as long as it reads or plays a program; besides those in
 * use there is at most one a language, warmed and shared by all figures. Leaving the page, or closing its
 * last session, ends them all.
 */
export class WorkerPool {
  #spawn: Spawn;
  #page: EventTarget | null;
  #idle = new Map<Language, EngineWorker>();
  #inUse = new Set<EngineWorker>();
  #sessions = 0;
  #ids = 0;
  #listens = false;
  #endAll = () => {
    for (const worker of [...this.#idle.values(), ...this.#inUse]) worker.end();
  };

  constructor(spawn: Spawn, page: EventTarget | null) {
    this.#spawn = spawn;
    this.#page = page;
  }

  enter(): void {
    this.#sessions += 1;
  }

  leave(): void {
    this.#sessions -= 1;
    if (this.#sessions > 0) return;
    this.#page?.removeEventListener('pagehide', this.#endAll);
    this.#listens = false;
    this.#endAll();
  }

  /** Numbers loads and runs. One sequence for the page, since workers pass from session to session. */
  nextId(): number {
    return ++this.#ids;
  }

  /**
   * The idle worker; starts one where the language has none at all. Null while others are in use: one of them will
   * be idle soon, and a second engine that starts beside a first takes its time from it. With a program it reads
   * that, so that a run of it finds it read. That must be a program that is known to come to its end when it is
   * read: nobody watches over it yet.
   */
  warm(language: Language, program?: Program): EngineWorker | null {
    const worker = this.#idle.get(language) ?? this.#startIdle(language);
    if (worker && program) this.#read(worker, program);
    return worker;
  }

  /** As `warm`, and beside those in use too: one of them may have to be killed. */
  spare(language: Language, program?: Program): void {
    if (!this.#idle.has(language)) this.#idle.set(language, this.#start(language));
    this.warm(language, program);
  }

  take(language: Language): EngineWorker {
    const worker = this.#idle.get(language) ?? this.#start(language);
    this.#idle.delete(language);
    this.#inUse.add(worker);
    return worker;
  }

  /**
   * A healthy worker that is not needed any more becomes the idle one. It replaces the idle one there is,
   * since it holds the program that most likely runs next.
   */
  giveBack(worker: EngineWorker): void {
    if (!this.#inUse.delete(worker)) return;
    const idle = this.#idle.get(worker.language);
    this.#idle.set(worker.language, worker);
    idle?.end();
  }

  #startIdle(language: Language): EngineWorker | null {
    if ([...this.#inUse].some((worker) => worker.language === language)) return null;
    const worker = this.#start(language);
    this.#idle.set(language, worker);
    return worker;
  }

  #read(worker: EngineWorker, program: Program): void {
    const has = worker.reading ?? worker.holds;
    if (has && sameProgram(has.program, program)) return;
    worker.post({ type: 'load', load: this.nextId(), program });
  }

  #start(language: Language): EngineWorker {
    if (!this.#listens) this.#page?.addEventListener('pagehide', this.#endAll);
    this.#listens = true;
    return new EngineWorker(language, this.#spawn(language), (ended) => {
      this.#inUse.delete(ended);
      if (this.#idle.get(ended.language) === ended) this.#idle.delete(ended.language);
    });
  }
}
