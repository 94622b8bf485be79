import type {
  EngineInfo,
  Loaded,
  Program,
  RunEnd,
  Script,
  ServerShape,
  TransportChoice,
} from '../engines/engine.ts';
import type { FromWorker, ToWorker } from '../protocol.ts';
import type { TraceEvent } from '../trace/event.ts';
import { LiveSession } from './live.ts';
import { WorkerPool } from './pool.ts';
import type { Time } from './time.ts';
import type { WorkerHandle } from './worker.ts';

/** Time that moves when a test says so; frames come every 16 ms while the page is shown. */
export class FakeTime implements Time {
  #now = 0;
  #jobs = new Set<{ at: number; then: () => void }>();
  #frames = new Set<() => void>();
  hidden = false;

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, then: () => void): () => void {
    const job = { at: this.#now + milliseconds, then };
    this.#jobs.add(job);
    return () => this.#jobs.delete(job);
  }

  frame(then: () => void): () => void {
    const once = () => then();
    this.#frames.add(once);
    return () => this.#frames.delete(once);
  }

  /** Everything that still waits; none is left behind by a session that was disposed. */
  get waiting(): number {
    return this.#jobs.size + this.#frames.size;
  }

  /** Let so many milliseconds pass, one at a time. */
  pass(milliseconds: number): void {
    for (let end = this.#now + milliseconds; this.#now < end;) {
      this.#now += 1;
      for (const job of [...this.#jobs]) {
        if (job.at <= this.#now && this.#jobs.delete(job)) job.then();
      }
      if (this.#now % 16 === 0 && !this.hidden) this.drawFrame();
    }
  }

  /** The whole page sleeps: nothing is called until it wakes, however long that was. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
  }

  drawFrame(): void {
    const frames = [...this.#frames];
    this.#frames.clear();
    for (const frame of frames) frame();
  }
}

/** A worker that says what a test has it say. Answers pings unless it hangs. */
export class FakeWorker implements WorkerHandle {
  onmessage: ((message: FromWorker) => void) | null = null;
  onerror: ((message: string) => void) | null = null;
  received: ToWorker[] = [];
  terminated = false;
  hangs = false;

  post(message: ToWorker): void {
    this.received.push(message);
    if (message.type === 'ping' && !this.hangs) this.say({ type: 'pong', ping: message.ping });
  }

  terminate(): void {
    this.terminated = true;
  }

  say(message: FromWorker): void {
    this.onmessage?.(message);
  }

  /** All it was told but pings, in short: `load`, `run`, `act`. */
  get told(): string[] {
    return this.received.map(({ type }) => type).filter((type) => type !== 'ping');
  }

  booted(): void {
    this.say({ type: 'booted', info });
  }

  #last<T extends ToWorker['type']>(type: T): Extract<ToWorker, { type: T }> {
    const found = this.received.findLast((message) => message.type === type);
    if (!found) throw new Error(`It was told no ${type}`);
    return found as Extract<ToWorker, { type: T }>;
  }

  get load(): number {
    return this.#last('load').load;
  }

  get run(): number {
    return this.#last('run').run;
  }

  loaded(loaded: Loaded = good): void {
    this.say({ type: 'loaded', load: this.load, loaded });
  }

  events(...events: TraceEvent[]): void {
    this.say({ type: 'events', run: this.run, events });
  }

  ended(end: Partial<RunEnd> = {}): void {
    this.say({
      type: 'ended',
      run: this.run,
      end: { outcome: 'ended', t: 1, script, ...end },
    });
  }
}

/** Sessions over fake workers and a fake page, with all workers ever made. */
export function bench() {
  const time = new FakeTime();
  const page = new CountingPage();
  const workers: FakeWorker[] = [];
  const pool = new WorkerPool(() => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  }, page);
  return {
    time,
    page,
    workers,
    pool,
    open: () => new LiveSession('typescript', pool, time),
    /** The youngest worker. */
    get worker(): FakeWorker {
      const worker = workers.at(-1);
      if (!worker) throw new Error('No worker was made');
      return worker;
    },
    get alive(): FakeWorker[] {
      return workers.filter(({ terminated }) => !terminated);
    },
  };
}

class CountingPage extends EventTarget {
  listeners = 0;
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1;
    super.addEventListener(...args);
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1;
    super.removeEventListener(...args);
  }
}

const transport: TransportChoice = { kind: 'stdio', era: 'modern' };
export const script: Script = {
  transport,
  calls: [
    {
      method: 'tools/call',
      target: 'order_book',
      arguments: { title: 'Dune' },
      read_timeout_seconds: null,
      at: 0,
    },
  ],
  acts: [],
};

export const info: EngineInfo = {
  language: 'typescript',
  sdk: 'TypeScript SDK 2.4.0',
  runtime: 'a fake',
  lacks: [],
};

export const server: ServerShape = { name: 'Bookshop', tools: [], prompts: [], resources: [] };
export const good: Loaded = { ok: true, server, warnings: [] };
export const bad: Loaded = {
  ok: false,
  diagnostics: [{ line: 3, column: 7, message: 'A brace is missing.', severity: 'error' }],
};

export const program = (source = 'A'): Program => ({ language: 'typescript', source });

export const output = (t: number, text = 'x'): TraceEvent => ({
  kind: 'output',
  who: 'tool',
  call: 1,
  t,
  stream: 'stdout',
  text,
});
export const enter = (t: number, who: 'tool' | 'thread' = 'tool'): TraceEvent => ({
  kind: 'handler.enter',
  who,
  call: 1,
  t,
  target: 'order_book',
});
export const clientStop = (t: number): TraceEvent => ({
  kind: 'client.stop',
  who: 'client',
  call: 1,
  t,
  how: 'scope',
});
