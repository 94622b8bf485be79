import type { BootStep, EngineInfo, Language, Loaded, Program } from '../engines/engine.ts';
import type { FromWorker, ToWorker } from '../protocol.ts';
import type { Booting } from './session.ts';

/** A worker as the session needs it; `Sandbox` is the real one, tests bring their own. */
export interface WorkerHandle {
  /** The worker starts without this thread from here on; left out where it does anyway. */
  handedOver?: Promise<void>;
  post(message: ToWorker): void;
  onmessage: ((message: FromWorker) => void) | null;
  onerror: ((message: string) => void) | null;
  terminate(): void;
}

/** Makes a worker that will run the engine of a language, once it is told to boot. */
export type Spawn = (language: Language) => WorkerHandle;

/** What is heard of a worker: its messages, and its end. */
export type Heard =
  | FromWorker
  /** It failed by itself. */
  | { type: 'died'; message: string; booting: boolean }
  /** It was ended from outside by somebody else than the listener. */
  | { type: 'dismissed' };

/** A worker with what it has come to: booting, booted, with a program, ended. */
export class EngineWorker {
  readonly language: Language;
  /** What it is doing to start; null once it has. */
  booting: Booting | null;
  /** Null until it has booted. */
  info: EngineInfo | null = null;
  /** The program it holds, if it read one without mistakes. */
  holds: { program: Program; loaded: Extract<Loaded, { ok: true }> } | null = null;
  /** The program that it reads, or will once it has booted. */
  reading: { load: number; program: Program } | null = null;
  /** Its start needs no moment of this thread any more, or it has ended. */
  readonly handedOver: Promise<void>;
  #handle: WorkerHandle;
  #listeners = new Set<(heard: Heard) => void>();
  #ended: (worker: EngineWorker) => void;
  #now: () => number;
  #alive = true;
  /** It has said what it does; until then a step's name is a guess. */
  #spoken = false;

  /**
   * `ended` is told when the worker is gone, however that came; `now` tells milliseconds, on the clock that
   * its steps are told on.
   */
  constructor(
    language: Language,
    handle: WorkerHandle,
    ended: (worker: EngineWorker) => void,
    now: () => number = () => performance.now(),
  ) {
    this.language = language;
    this.#handle = handle;
    this.handedOver = handle.handedOver ?? Promise.resolve();
    this.#ended = ended;
    this.#now = now;
    this.booting = { steps: [{ name: 'start', began: now() }] };
    handle.onmessage = (message) => this.#hear(message);
    handle.onerror = (message) => this.#die(message);
    handle.post({ type: 'boot', language });
  }

  subscribe(listener: (heard: Heard) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  post(message: ToWorker): void {
    if (message.type === 'load') {
      this.holds = null;
      this.reading = message;
    }
    if (this.#alive) this.#handle.post(message);
  }

  end(): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#handle.onmessage = null;
    this.#handle.onerror = null;
    this.#handle.terminate();
    this.#ended(this);
    this.#tell({ type: 'dismissed' });
    this.#listeners.clear();
  }

  #hear(message: FromWorker): void {
    switch (message.type) {
      case 'booting':
        this.booting = this.#step(message.step);
        break;
      case 'booted':
        this.booting = null;
        this.info = message.info;
        break;
      case 'boot failed':
        return this.#die(message.message);
      case 'loaded':
        if (message.load !== this.reading?.load) return;
        if (message.loaded.ok) {
          this.holds = { program: this.reading.program, loaded: message.loaded };
        }
        this.reading = null;
        break;
    }
    this.#tell(message);
  }

  #step({ name, done }: BootStep): Booting {
    const steps = this.booting?.steps ?? [];
    const last = steps.at(-1);
    const told = done === undefined ? {} : { done };
    if (this.#spoken && last?.name === name) return { steps, ...told };
    const began = this.#spoken ? this.#now() : (last?.began ?? this.#now());
    const before = this.#spoken ? steps : [];
    this.#spoken = true;
    return { steps: [...before, { name, began }], ...told };
  }

  #die(message: string): void {
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    this.end();
    for (const listener of listeners) {
      listener({ type: 'died', message, booting: this.info === null });
    }
  }

  #tell(heard: Heard): void {
    for (const listener of [...this.#listeners]) listener(heard);
  }
}

export function sameProgram(one: Program, other: Program): boolean {
  return one.language === other.language && one.source === other.source;
}
