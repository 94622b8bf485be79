import type {
  ClockKind,
  Language,
  LiveAct,
  Loaded,
  Program,
  RunEnd,
  Script,
} from '../engines/engine.ts';
import type { Session, Snapshot } from './session.ts';
import type { TraceEvent } from '../trace/event.ts';
import { Guard } from './guard.ts';
import type { Doing } from './guard.ts';
import { Lease } from './lease.ts';
import { notices } from './notices.ts';
import type { WorkerPool } from './pool.ts';
import { LiveRun } from './run.ts';
import type { Order } from './run.ts';
import { Store } from './store.ts';
import type { Time } from './time.ts';
import { transitions } from './transitions.ts';
import type { Move } from './transitions.ts';
import type { Verdict } from './verdict.ts';
import { sameProgram } from './worker.ts';
import type { EngineWorker, Heard } from './worker.ts';

/** Far above any program of the guide; what a page can still hold and draw. */
const mostEvents = 1_000_000;

/**
 * One figure's session. It holds a worker only while it reads or plays a program. Each message is matched
 * with the load or the run it answers to, and a worker that was let go is not heard any more: what is late
 * is dropped. Every change of state goes through the table of transitions.
 */
export class LiveSession implements Session {
  #language: Language;
  #pool: WorkerPool;
  #time: Time;
  #store: Store;
  #lease: Lease;
  #guard: Guard;
  /** The program that is being read; `since` when, on the watch's clock, or null while the worker boots. */
  #reading: { load: number; program: Program; since: number | null } | null = null;
  /** The last program that was read without mistakes. */
  #known: Program | null = null;
  /** What is played once its program is read, with the acts asked of it until then. */
  #queued: { order: Order; acts: LiveAct[] } | null = null;
  #run: LiveRun | null = null;
  /** The guard's present word, so that it is taken back when it no longer holds. */
  #warning: string | null = null;
  #disposed = false;

  constructor(language: Language, pool: WorkerPool, time: Time) {
    this.#language = language;
    this.#pool = pool;
    this.#time = time;
    this.#store = new Store(time);
    this.#lease = new Lease(pool, language, (heard) => this.#hear(heard));
    this.#guard = new Guard(
      time,
      () => this.#doing(),
      (verdict) => this.#found(verdict),
    );
    pool.enter();
  }

  // Bound, so that they can be handed on as they are (useSyncExternalStore).
  getSnapshot = (): Snapshot => this.#store.snapshot;
  subscribe = (changed: () => void): (() => void) => this.#store.subscribe(changed);

  warm(program?: Program): void {
    if (this.#disposed || this.#lease.held) return;
    const worker = this.#lease.warm(program);
    if (!worker) return;
    this.#store.set(startOf(worker));
    if (worker.info) this.#lease.leave();
  }

  load(program: Program): void {
    // A run that waits for its program is as good as begun.
    if (this.#disposed || this.#queued || !this.#allows('load')) return;
    if (this.#reading ? sameProgram(this.#reading.program, program) : this.#offers(program)) return;
    this.#move('load', { notice: null });
    this.#read(program);
  }

  run(program: Program, script: Script, clock: ClockKind): void {
    if (this.#disposed || !this.#allows('start')) return;
    this.#queued = { order: { id: this.#pool.nextId(), program, script, clock }, acts: [] };
    if (this.#reading && sameProgram(this.#reading.program, program)) return;
    this.#read(program);
  }

  callOff(): void {
    if (this.#queued && this.#store.snapshot.notice === notices.stopKept) {
      this.#store.set({ notice: null });
    }
    this.#queued = null;
  }

  stop(call = 1): void {
    this.#act({ do: 'stop', call });
  }

  disconnect(): void {
    this.#act({ do: 'disconnect' });
  }

  drop(): void {
    this.#act({ do: 'drop' });
  }

  kill(): void {
    this.#end('kill', this.#run ? notices.killed : notices.killedLoading);
  }

  reset(): void {
    if (this.#disposed) return;
    const running = this.#run !== null;
    this.#queued = null;
    if (running) this.#letGo('giveUp');
    this.#move('reset', { run: null, notice: null, unresponsive: false });
    if (running) this.warm();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#store.close();
    this.#letGo('giveUp');
    this.#pool.leave();
  }

  #allows(move: Move): boolean {
    return transitions[this.#store.snapshot.state][move] !== null;
  }

  /** Make a move, with all that changes by it; nothing where the table has none. */
  #move(move: Move, change: Partial<Snapshot> = {}): void {
    const state = transitions[this.#store.snapshot.state][move];
    if (state !== null) this.#store.set({ startFailed: false, ...change, state });
  }

  // Reading a program

  /** The snapshot already says what this program offers. */
  #offers(program: Program): boolean {
    const { state } = this.#store.snapshot;
    if (state !== 'ready' && state !== 'ended') return false;
    return this.#known !== null && sameProgram(this.#known, program);
  }

  #read(program: Program): void {
    // A worker that is stuck in an earlier program would never come to this one.
    if (this.#reading && this.#warning !== null) this.#letGo('giveUp');
    const worker = this.#lease.take();
    if (worker.holds && sameProgram(worker.holds.program, program)) {
      return this.#accept(program, worker.holds.loaded);
    }
    // It may have been told to already, when it was warmed.
    const told = worker.reading && sameProgram(worker.reading.program, program);
    const load = told ? worker.reading!.load : this.#pool.nextId();
    this.#reading = { load, program, since: null };
    this.#move('load', { notice: null, unresponsive: false, ...startOf(worker) });
    if (!told) worker.post({ type: 'load', load, program });
    this.#standBy();
  }

  /** Once a worker has booted it is at the program that was sent to it. */
  #standBy(): void {
    const { worker } = this.#lease;
    if (!worker?.info || !this.#reading) return;
    this.#guard.begin(worker);
    this.#reading.since = this.#guard.now();
  }

  #loaded(loaded: Loaded, program: Program): void {
    this.#reading = null;
    if (loaded.ok) return this.#accept(program, loaded);
    this.#known = null;
    this.#queued = null;
    this.#letGo('giveBack');
    const { diagnostics } = loaded;
    this.#move('refused', { server: null, diagnostics, notice: null, unresponsive: false });
  }

  #accept(program: Program, loaded: Extract<Loaded, { ok: true }>): void {
    const offer = { server: loaded.server, diagnostics: loaded.warnings, unresponsive: false };
    this.#known = program;
    if (this.#queued) return this.#start(this.#queued, offer);
    this.#letGo('giveBack');
    this.#move('loaded', { ...offer, notice: null });
  }

  // Playing a script

  #start({ order, acts }: { order: Order; acts: LiveAct[] }, offer: Partial<Snapshot>): void {
    const worker = this.#lease.take();
    const run = new LiveRun(order, this.#time);
    this.#queued = null;
    this.#reading = null;
    this.#run = run;
    worker.post({ type: 'run', run: order.id, script: order.script, clock: order.clock });
    for (const act of acts) worker.post({ type: 'act', run: order.id, act });
    this.#guard.begin(worker);
    this.#warning = null;
    this.#move('start', { ...offer, ...startOf(worker), run: run.picture(), notice: null });
    for (const act of acts) this.#gaveUp(act);
  }

  /** Bound to the run that goes on, or to the one that waits; to none that comes later. */
  #act(act: LiveAct): void {
    if (this.#run) {
      this.#lease.worker?.post({ type: 'act', run: this.#run.order.id, act });
      this.#gaveUp(act);
    } else if (this.#queued) {
      this.#queued.acts.push(act);
      this.#store.set({ notice: notices.stopKept });
    }
  }

  #gaveUp(act: LiveAct): void {
    if (act.do === 'stop') this.#guard.stopPressed();
    this.#move('stop');
  }

  #append(run: LiveRun, events: readonly TraceEvent[]): void {
    const first = run.count === 0;
    run.hear(events, this.#guard.now());
    if (run.count > mostEvents) return this.#end('kill', notices.tooManyEvents);
    if (run.handlers.givenUpAt !== null && this.#store.snapshot.state === 'running') {
      this.#move('stop');
    }
    if (first) this.#store.set({ run: run.picture() });
    this.#keepShowing();
  }

  /** One picture a frame for as long as it moves. */
  #keepShowing(): void {
    if (!this.#run?.moves) return;
    // A frame may find the next run already there: it then shows that one.
    this.#store.onFrame(() => {
      if (this.#run) this.#store.set({ run: this.#run.picture() });
      this.#keepShowing();
    });
  }

  #finish(run: LiveRun, end: RunEnd): void {
    // A run that broke may have left its worker in any condition.
    const healthy = end.outcome !== 'failed';
    const notice = end.outcome === 'ended' ? null : (end.message ?? null);
    this.#letGo(healthy ? 'giveBack' : 'giveUp');
    this.#move('end', { run: run.ended(end), notice, unresponsive: false });
    if (!healthy) this.warm();
  }

  // The worker

  #hear(heard: Heard): void {
    switch (heard.type) {
      case 'booting':
        return this.#store.set({ booting: this.#lease.worker?.booting ?? null });
      case 'booted':
        this.#store.set({ booting: null, engine: heard.info });
        return this.#lease.held ? this.#standBy() : void this.#lease.leave();
      case 'boot failed':
        return;
      case 'died':
        if (!heard.booting) return this.#end('crash', notices.crashed(heard.message));
        return this.#end('crash', notices.bootFailed(heard.message), { startFailed: true });
      case 'dismissed':
        if (this.#lease.held) return this.#end('crash', notices.pageLeft);
        this.#lease.leave();
        return this.#store.set({ booting: null });
      case 'loaded':
        if (this.#reading?.load !== heard.load) return;
        return this.#loaded(heard.loaded, this.#reading.program);
      case 'events':
        if (this.#run?.order.id === heard.run) this.#append(this.#run, heard.events);
        return;
      case 'ended':
        if (this.#run?.order.id === heard.run) this.#finish(this.#run, heard.end);
        return;
      case 'pong':
        return this.#guard.pong(heard.ping);
    }
  }

  /** The run, or the reading, is over without an end of its own. */
  #end(move: 'kill' | 'crash', notice: string, also: Partial<Snapshot> = {}): void {
    if (this.#disposed) return;
    const { run: last, server } = this.#store.snapshot;
    const run = this.#run ? this.#run.killed() : last;
    const offer = this.#reading ? null : server;
    if (!this.#allows(move)) {
      if (move === 'crash') this.#letGo('giveUp');
      return;
    }
    this.#queued = null;
    this.#letGo('giveUp');
    this.#move(move, { run, server: offer, notice, unresponsive: false, ...also });
    // One that fails by itself might fail again, and again; it starts with the next Run.
    if (move === 'kill') this.warm(this.#known ?? undefined);
  }

  #letGo(how: 'giveBack' | 'giveUp'): void {
    this.#guard.end();
    this.#run = null;
    this.#reading = null;
    this.#warning = null;
    this.#lease[how]();
    this.#store.set({ booting: null });
  }

  #doing(): Doing {
    const handlers = this.#run?.handlers;
    return {
      loadingSince: this.#reading?.since ?? null,
      blockedSince: handlers?.blockedSince ?? null,
      held: handlers?.held ?? false,
      givenUpAt: handlers?.givenUpAt ?? null,
      stubborn: handlers?.stubborn ?? false,
    };
  }

  #found({ unresponsive, warning, end }: Verdict): void {
    if (end !== null) return this.#end('kill', end);
    // Only Kill gets out of this, and whoever wants to has waited enough.
    if (unresponsive && this.#store.snapshot.state === 'stopping')
      this.#pool.spare(this.#language, this.#known ?? undefined);
    const notice = warning === this.#warning ? this.#store.snapshot.notice : warning;
    this.#warning = warning;
    this.#store.set({ unresponsive, notice });
  }
}

/** How far a worker has come, for the snapshot. */
function startOf(worker: EngineWorker): Partial<Snapshot> {
  return worker.info ? { booting: null, engine: worker.info } : { booting: worker.booting };
}
