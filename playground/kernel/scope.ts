import { currentTask, taskOfLoop } from './current.ts';
import { withoutCancelled } from './exceptionGroup.ts';
import { List, type Linked } from './list.ts';
import type { Loop } from './loop.ts';
import type { Task } from './task.ts';
import type { Timer } from './timers.ts';
import type { Operation } from './trap.ts';

export interface CancelScopeOptions {
  /** When it is cancelled by itself, in seconds on the loop's clock; never by default. */
  deadline?: number;
  /** Hide the cancellation of the scopes around it. */
  shield?: boolean;
  /** For whoever looks on: "moveOnAfter", "task group". */
  name?: string;
  /** For whoever looks on: the seconds that the deadline was made from. */
  limit?: number;
}

/**
 * A block of code that can be cancelled as a whole. Scopes form a tree: each stands in the one around it,
 * each task in its innermost one. `pending` says whose cancellation holds in a scope: its own, or, unless
 * it is a shield, that of the scope around it. Whatever changes it (a cancel, a shield opened or closed,
 * an enter) passes the change on down the tree, so that a wait needs to look at one field.
 *
 * While it is pending, every wait of every task below raises `Cancelled`, until the scope ends. A scope
 * swallows `Cancelled` where it was cancelled itself and no scope around it shows through: outer beats
 * inner.
 *
 * A scope stays in the tree after its block for as long as tasks that were started in it go on.
 */
export class CancelScope implements Linked<CancelScope> {
  readonly name: string;
  /** The seconds that the deadline was made from; null where it was given as a time, or not at all. */
  readonly limit: number | null;
  /** Counts from 1 in each loop, in the order of entering; 0 before. */
  id = 0;
  /** The scope around it; null until it is entered, and for a loop's outermost. */
  parent: CancelScope | null = null;

  /** @internal The scope whose cancellation holds here. */
  pending: CancelScope | null = null;
  /** @internal The tasks whose innermost scope this is. */
  readonly tasks = new List<Task>();
  /** @internal Its neighbours in the scope around it. */
  before: CancelScope | null = null;
  /** @internal */
  after: CancelScope | null = null;

  readonly #children = new List<CancelScope>();
  #state: 'new' | 'entered' | 'over' = 'new';
  #loop: Loop | null = null;
  #deadline: number;
  #timer: Timer | null = null;
  #shield: boolean;
  #cancelCalled = false;
  #cancelledCaught = false;
  #reason: string | undefined;
  #by = '';
  #timedOut = false;
  /** Stands among its parent's children. */
  #linked = false;

  constructor(options: CancelScopeOptions = {}) {
    this.#deadline = options.deadline ?? Infinity;
    this.#shield = options.shield ?? false;
    this.name = options.name ?? 'CancelScope';
    this.limit = options.limit ?? null;
  }

  /** `cancel` was called, or the deadline has passed. */
  get cancelCalled(): boolean {
    return this.#cancelCalled;
  }

  /** The scope has ended and swallowed a `Cancelled`: its block was really cut. */
  get cancelledCaught(): boolean {
    return this.#cancelledCaught;
  }

  /** What `cancel` was given; "deadline exceeded" where the deadline did it. */
  get cancelReason(): string | undefined {
    return this.#reason;
  }

  /** The name of the task that cancelled it; empty for a deadline and from outside any task. */
  get cancelledBy(): string {
    return this.#by;
  }

  /** Its own deadline cancelled it, and nothing before that. */
  get timedOut(): boolean {
    return this.#timedOut;
  }

  /** The block may go on: it was entered and has not ended. */
  get active(): boolean {
    return this.#state === 'entered';
  }

  /** Seconds on the loop's clock; `Infinity` for none. Can be moved at any time; into the past it cancels. */
  get deadline(): number {
    return this.#deadline;
  }

  set deadline(deadline: number) {
    this.#deadline = deadline;
    if (this.#state === 'entered' && !this.#cancelCalled) this.#setTimer();
  }

  /** Can be changed at any time; opening it lets in at once what it kept out. */
  get shield(): boolean {
    return this.#shield;
  }

  set shield(shield: boolean) {
    this.#shield = shield;
    if (this.#state !== 'new') this.#refresh();
  }

  /** Cancel what runs in it. Can be called from anywhere and at any time; only the first call counts. */
  cancel(reason?: string): void {
    this.cancelBy(currentTask()?.name ?? '', reason);
  }

  /**
   * Run a block in it, in the current task. Resolves to what the block returned, `undefined` where it was
   * cut.
   * @throws NoEventLoopError outside of a task of the loop.
   */
  *run<T>(body: (scope: CancelScope) => Operation<T>): Operation<T | undefined> {
    const task = taskOfLoop();
    this.#enter(task);
    try {
      return yield* body(this);
    } catch (error) {
      const rest = this.#swallow(error);
      if (rest !== null) throw rest.error;
      return undefined;
    } finally {
      this.#exit(task);
    }
  }

  /** @internal The scope in which every task of a loop stands that stands in no other. */
  static outermost(loop: Loop): CancelScope {
    const scope = new CancelScope({ name: 'loop' });
    scope.#loop = loop;
    scope.#state = 'entered';
    return scope;
  }

  /** @internal Every task below, in the order of the tree. */
  *tasksBelow(): Generator<Task> {
    for (let task = this.tasks.first; task !== null; task = task.after) yield task;
    for (let child = this.#children.first; child !== null; child = child.after) {
      yield* child.tasksBelow();
    }
  }

  /** @internal A task begins whose innermost scope this is. */
  add(task: Task): void {
    if (this.#state === 'new')
      throw new Error('A task cannot be started in a scope before it is entered');
    this.#link();
    this.tasks.add(task);
  }

  /** @internal Leave the tree once the block is over and nothing goes on in it. */
  unlinkIfOver(): void {
    if (this.#state !== 'over' || !this.#linked) return;
    if (!this.tasks.empty || !this.#children.empty) return;
    const parent = this.parent as CancelScope;
    this.#linked = false;
    parent.#children.remove(this);
    parent.unlinkIfOver();
  }

  /** @internal `by` is the name of who cancels it. */
  cancelBy(by: string, reason?: string): void {
    if (this.#cancelCalled) return;
    this.#cancelCalled = true;
    this.#by = by;
    this.#reason = reason;
    this.#clearTimer();
    if (this.#state === 'new') return;
    this.#tellCancelled();
    this.#refresh();
  }

  /** Stand in the tree, and learn what holds there. */
  #link(): void {
    if (this.#linked || this.parent === null) return;
    this.#linked = true;
    this.parent.#link();
    this.parent.#children.add(this);
    this.#refresh();
  }

  #enter(task: Task): void {
    if (this.#state !== 'new') throw new Error('A cancel scope can be entered only once');
    const parent = task.scope as CancelScope;
    const loop = task.loop;
    this.#state = 'entered';
    this.#loop = loop;
    this.id = loop.nextScopeId();
    this.parent = parent;
    parent.tasks.remove(task);
    this.tasks.add(task);
    task.scope = this;
    this.#link();
    loop.observer?.scopeEntered?.(this, task);
    if (this.#cancelCalled) this.#tellCancelled();
    else if (this.#deadline !== Infinity) this.#setTimer();
  }

  #exit(task: Task): void {
    const parent = this.parent as CancelScope;
    this.#clearTimer();
    this.tasks.remove(task);
    parent.tasks.add(task);
    task.scope = parent;
    this.#state = 'over';
    this.unlinkIfOver();
    this.#loop?.observer?.scopeExited?.(this, task);
  }

  /** What is left of the error for the scopes around; null where nothing is. */
  #swallow(error: unknown): { error: unknown } | null {
    const outerShows = !this.#shield && this.parent?.pending != null;
    if (!this.#cancelCalled || outerShows) return { error };
    const rest = withoutCancelled(error);
    if (rest === null || rest.error !== error) this.#cancelledCaught = true;
    return rest;
  }

  #tellCancelled(): void {
    // The outermost scope is the loop's own.
    if (this.parent === null) return;
    const by = this.#by || (this.#timedOut ? 'deadline' : 'outside');
    this.#loop?.observer?.scopeCancelled?.(this, by, this.#reason);
  }

  #refresh(): void {
    const around = this.#shield ? null : (this.parent?.pending ?? null);
    const pending = this.#cancelCalled ? this : around;
    if (pending === this.pending) return;
    this.pending = pending;
    if (pending !== null) {
      for (let task = this.tasks.first; task !== null; task = task.after) task.interrupt(pending);
    }
    for (let child = this.#children.first; child !== null; child = child.after) child.#refresh();
  }

  #setTimer(): void {
    this.#clearTimer();
    const loop = this.#loop as Loop;
    if (this.#deadline <= loop.clock.now()) this.#timeOut();
    else if (this.#deadline !== Infinity) {
      this.#timer = loop.setTimer(this.#deadline, () => this.#timeOut());
    }
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.#loop?.timers.cancel(this.#timer);
    this.#timer = null;
  }

  #timeOut(): void {
    this.#timedOut = true;
    this.cancelBy('', 'deadline exceeded');
  }
}
