import type { Clock } from './clock.ts';
import { currentTask, forgetLoop, setCurrentLoop } from './current.ts';
import { DeadlockError } from './deadlock.ts';
import { Hold } from './hold.ts';
import { hostTurn } from './hostTurn.ts';
import type { Observer } from './observer.ts';
import { Outside } from './outside.ts';
import { Queue } from './queue.ts';
import { CancelScope } from './scope.ts';
import { closeSlice, due, freshSlice, openSlice } from './slice.ts';
import { Task, type TaskOptions } from './task.ts';
import { Timers, type Timer } from './timers.ts';
import { wait, type AnyTrap, type Operation } from './trap.ts';

export interface LoopOptions {
  clock: Clock;
  observer?: Observer;
}

/**
 * Steps tasks, one at a time, in the order in which they became ready. A round fires the timers that are
 * due and then steps what is ready at its start. When nothing is ready the loop rests: the real clock
 * waits for the next timer, the virtual one jumps to it, after a host turn if something outside may still
 * make a task ready. When a slice of real time is used up, the host has a turn in between.
 *
 * A task that blocks the loop holds the others up (`hold.ts`).
 */
export class Loop {
  /** @internal What `shapes.ts` keeps. */
  static kept: readonly object[] = [];

  readonly clock: Clock;
  readonly observer: Observer | null;
  /** @internal */
  readonly timers = new Timers();

  readonly #outermost = CancelScope.outermost(this);
  readonly #ready = new Queue<Task>();
  readonly #outside = new Outside();
  readonly #hold = new Hold();
  #taskIds = 0;
  #scopeIds = 0;
  #alive = 0;

  #state: 'new' | 'running' | 'ended' = 'new';
  #finish: (error: { error: unknown } | null) => void = () => {};
  #pumping = false;
  #scheduled = false;
  #turning = false;
  /** The slice is over: no task is stepped before the host has had its turn. */
  #hostFirst = false;
  /** What goes on after the host's turn: long computations, in the middle. */
  #afterTurn: (() => void)[] = [];
  /**
   * They have stood back for one turn more, because the last one made a task ready: what this says to code
   * outside, and what that answers, need not wait for another slice.
   */
  #computeLater = false;

  constructor(options: LoopOptions) {
    this.clock = options.clock;
    this.observer = options.observer ?? null;
  }

  /**
   * Run `main` as the first task. When it has ended, what is left is cancelled and awaited, threads too;
   * then the promise settles as `main` did. A loop runs once.
   * @throws DeadlockError (as a rejection) on a virtual clock, where every task waits, no timer is set and
   * none waits for something outside the kernel that could still come.
   */
  run<T>(main: () => Operation<T>, options: { name?: string; context?: unknown } = {}): Promise<T> {
    if (this.#state !== 'new') throw new Error('A loop can be run only once');
    this.#state = 'running';
    const root = this.startTask(main, { ...options, name: options.name ?? 'main' });
    root.taken = true;
    root.whenDone(() => this.#outermost.cancel('the loop ends'));
    setCurrentLoop(this);
    this.#schedule();
    return new Promise<T>((resolve, reject) => {
      this.#finish = (failure) => {
        const outcome = root.outcome;
        if (failure !== null) reject(failure.error);
        else if (outcome?.how === 'returned') resolve(outcome.value);
        else reject(outcome?.error);
      };
    });
  }

  /**
   * Start a task beside the current one: what an async call that nobody awaits yet becomes. It takes its
   * first step after those that are ready now. Can be called from outside any task.
   */
  startTask<T>(main: () => Operation<T>, options: TaskOptions = {}): Task<T> {
    if (this.#state === 'ended') throw new Error('The loop has ended, no new tasks can be started');
    const current = currentTask();
    const parent = options.parent ?? current;
    const scope = options.scope ?? current?.scope ?? this.#outermost;
    const context = options.context === undefined ? current?.context : options.context;
    const task = new Task(this, this.#taskIds + 1, main, parent, scope, context, options);
    this.#taskIds += 1;
    this.#alive += 1;
    this.makeReady(task);
    return task;
  }

  /**
   * Call `act` at that time (seconds on the loop's clock), on the loop but outside any task, as something
   * from outside would. Blocked tasks do not hold it up. An error of it ends the run. Returns how to call
   * it off.
   */
  at(time: number, act: () => void): () => void {
    const timer = this.setTimer(time, act, true);
    return () => this.timers.cancel(timer);
  }

  /** The task that holds all others up: it sleeps or computes without a wait. */
  get blockedBy(): Task | null {
    return this.#hold.holder;
  }

  /** Every task and thread that has not ended, for whoever wants to say what a run still does. */
  tasks(): Task[] {
    return [...this.#outermost.tasksBelow()];
  }

  /**
   * End as a process that is killed: nothing is stepped any more, so no `finally` runs, and the promise of
   * `run` never settles.
   */
  abandon(): void {
    this.#state = 'ended';
    if (this.clock.kind === 'real') this.clock.noAlarm();
    forgetLoop(this);
  }

  /** @internal */
  nextScopeId(): number {
    this.#scopeIds += 1;
    return this.#scopeIds;
  }

  /** @internal */
  setTimer(when: number, fire: () => void, outside = false): Timer {
    this.#schedule();
    return this.timers.set(when, fire, outside);
  }

  /** @internal */
  makeReady(task: Task): void {
    this.#ready.push(task);
    this.#schedule();
  }

  /** @internal The task's next wait begins. */
  stopsAt(task: Task, trap: AnyTrap): void {
    if (trap.blocking && task.kind === 'task') {
      if (this.#hold.holder === null) {
        this.#hold.holder = task;
        this.observer?.blocked?.(task, trap);
      }
    } else if (this.#hold.holder === task) this.#free(task);
  }

  /** @internal A wait begins (1) or is over (-1). */
  countOutside(trap: AnyTrap, by: 1 | -1): void {
    if (trap.external) this.#outside.count(trap, by);
  }

  /** @internal */
  ended(task: Task): void {
    this.#alive -= 1;
    if (this.#hold.holder === task) this.#free(task);
  }

  /**
   * Code outside the kernel has heard something and may act on it, though no task waits for that: it has a
   * turn before a virtual clock jumps.
   */
  hostHeard(): void {
    this.#outside.heard();
  }

  /**
   * Something is on its way from one piece of code outside to another: a virtual clock stands still, however
   * many turns the host takes for it, until the function that this returns is called. That must happen.
   */
  crossing(): () => void {
    return this.#outside.cross();
  }

  /** Wait until the host has had a turn and nothing is on its way any more. */
  *arrivals(): Operation<void> {
    const arm = (resume: (value: void) => void) => this.turn(resume);
    do yield* wait({ what: 'host', external: true, arm });
    while (this.#outside.hasCrossings);
  }

  /** Call `then` when the host has had a turn. */
  turn(then: () => void): void {
    this.#afterTurn.push(then);
    this.#requestTurn();
  }

  get #ended(): boolean {
    return this.#state === 'ended';
  }

  #free(holder: Task): void {
    this.#hold.release(this.#ready, this.timers);
    this.observer?.freed?.(holder);
  }

  #schedule(): void {
    if (this.#state !== 'running' || this.#pumping || this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(this.#pump);
  }

  readonly #pump = (): void => {
    this.#scheduled = false;
    if (this.#state !== 'running' || this.#pumping || this.#hostFirst) return;
    this.#pumping = true;
    const before = setCurrentLoop(this);
    openSlice();
    try {
      while (this.#round() && !this.#ended && (this.#ready.length > 0 || this.#rest()));
    } catch (error) {
      this.#end({ error });
    } finally {
      closeSlice();
      setCurrentLoop(before);
      if (this.#ended) forgetLoop(this);
      this.#pumping = false;
    }
  };

  /** One round; false where the slice is over and the host has its turn first. */
  #round(): boolean {
    this.#fireDue();
    for (let count = this.#ready.length; count > 0 && !this.#ended; count -= 1) {
      const task = this.#ready.take();
      if (task === undefined) break;
      if (this.#hold.keepsTask(task)) continue;
      this.#outside.stepping();
      task.step();
      if (due()) {
        this.#hostFirst = this.#alive > 0;
        if (this.#hostFirst) this.#requestTurn();
        return this.#alive === 0;
      }
    }
    return true;
  }

  #fireDue(): void {
    let timer = this.#firstTimer();
    if (timer === undefined) return;
    const now = this.clock.now();
    while (timer !== undefined && timer.when <= now && !this.#ended) {
      this.timers.takeFirst();
      // Taken out: a cancel from now on has nothing to count.
      const fire = timer.fire;
      timer.fire = null;
      fire?.();
      timer = this.#firstTimer();
    }
  }

  /** The next timer that may fire; a blocked loop puts those of its tasks aside. */
  #firstTimer(): Timer | undefined {
    let timer = this.timers.first();
    while (timer !== undefined && this.#hold.keepsTimer(timer)) {
      this.timers.takeFirst();
      timer = this.timers.first();
    }
    return timer;
  }

  /** Nothing is ready. True where time went on and there may be something now. */
  #rest(): boolean {
    if (this.#alive === 0) {
      this.#end(null);
      return false;
    }
    const next = this.#firstTimer();
    if (this.clock.kind === 'real') {
      this.clock.alarm(next?.when ?? Infinity, this.#pump);
      return false;
    }
    if (this.#turning) return false;
    if (this.#outside.needsTurn()) {
      this.#requestTurn();
      return false;
    }
    if (next !== undefined) {
      this.clock.jump(next.when);
      return true;
    }
    const left = this.#outside.whatIsLeft();
    if (left === 'turn') this.#requestTurn();
    if (left === 'never') this.#end({ error: new DeadlockError(this.tasks()) });
    return false;
  }

  #requestTurn(): void {
    if (this.#turning) return;
    this.#turning = true;
    hostTurn(this.#turned);
  }

  readonly #turned = (): void => {
    this.#turning = false;
    this.#hostFirst = false;
    this.#outside.turning();
    const seconds = freshSlice();
    if (this.clock.kind === 'virtual') this.clock.spend(seconds);
    if (this.#ready.length > 0 && this.#afterTurn.length > 0 && !this.#computeLater) {
      this.#computeLater = true;
      this.#requestTurn();
      return this.#pump();
    }
    this.#computeLater = false;
    const afterTurn = this.#afterTurn;
    this.#afterTurn = [];
    for (const then of afterTurn) then();
    this.#outside.turned(this.#ready.length === 0);
    this.#pump();
  };

  #end(failure: { error: unknown } | null): void {
    this.abandon();
    this.#finish(failure);
  }
}
