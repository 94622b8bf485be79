import {
  Cancelled,
  currentTask,
  type AnyTrap,
  type CancelScope,
  type Clock,
  type Observer,
  type Task,
} from '../../kernel/index.ts';
import type { EventOf, Outcome, Watched } from '../../trace/event.ts';
import { originOf } from './frames.ts';
import { OwnScope } from './ownScope.ts';
import type { Probe, Site } from './probe.ts';
import type { Tracer } from './tracer.ts';
import { watched } from './watched.ts';
import { at, here, isChild, ofTask, who, whoOf } from './whereabouts.ts';
import { outcomeOf, raised, shown } from './words.ts';

/**
 * Real milliseconds of computing without a wait that are worth telling. As long as virtual time stands still
 * for it, so that a slow moment of the machine does not change a replay.
 */
const LONG_MS = 100;

/**
 * Turns what the kernel and a compiled program do into the trace's words. Every hook reads the task that is
 * stepped right now, so that an event knows its call, its function and its line without being told.
 */
export class Observation implements Probe, Observer {
  readonly #tracer: Tracer;
  #read: () => Record<string, unknown> = () => ({});
  #state = '{}';
  /** How each scope of the program was entered: a shield that is opened meanwhile is still one here. */
  readonly #entered = new WeakMap<CancelScope, { shield: boolean; limit: number | null }>();
  readonly #clock: Clock;
  /** A block that is too short to be told, so far. */
  #untold: ReturnType<typeof setTimeout> | null = null;

  constructor(tracer: Tracer, clock: Clock) {
    this.#tracer = tracer;
    this.#clock = clock;
  }

  /** From here on the program's module-level values are compared at every event. */
  watch(read: () => Record<string, unknown>): void {
    this.#read = read;
    this.#state = JSON.stringify(this.#values());
  }

  // What the compiled program does.

  awaitEnter(site: Site): void {
    this.settle();
    this.#tracer.emit('await.enter', who(), { ...at(site), what: site.what });
  }

  awaitReturn(site: Site): void {
    this.settle();
    this.#tracer.emit('await.return', who(), { ...at(site), what: site.what });
  }

  awaitRaise(site: Site, error: unknown): void {
    this.settle();
    const reason = error instanceof Cancelled ? error.reason : undefined;
    const how = { outcome: outcomeOf(error), ...raised(error), reason };
    this.#tracer.emit('await.raise', who(), { ...at(site), what: site.what, ...how });
  }

  tryEnter(site: Site): void {
    this.settle();
    this.#tracer.emit('block.enter', who(), { ...at(site), block: 'try' });
  }

  tryExit(site: Site, outcome: Outcome, error?: unknown): void {
    this.settle();
    this.#tracer.emit('block.exit', who(), {
      ...at(site),
      block: 'try',
      outcome,
      ...raised(error),
    });
  }

  exceptEnter(site: Site, error: unknown): void {
    this.settle();
    if (error instanceof Cancelled)
      this.#tracer.emit('catch', who(), { ...at(site), ...raised(error) });
    this.#tracer.emit('block.enter', who(), { ...at(site), block: 'except' });
  }

  exceptExit(site: Site, outcome: Outcome, error?: unknown): void {
    this.settle();
    this.#tracer.emit('block.exit', who(), {
      ...at(site),
      block: 'except',
      outcome,
      ...raised(error),
    });
  }

  finallyEnter(site: Site): void {
    this.settle();
    this.#tracer.emit('finally.enter', who(), at(site));
  }

  finallyExit(site: Site, outcome: Outcome, error?: unknown): void {
    this.settle();
    this.#tracer.emit('finally.exit', who(), { ...at(site), outcome, ...raised(error) });
  }

  workEnter(site: Site): void {
    this.settle();
    this.#tracer.emit('work.enter', who(), { ...at(site), what: site.what });
  }

  workExit(site: Site, outcome: Outcome): void {
    this.settle();
    this.#tracer.emit('work.exit', who(), { ...at(site), what: site.what, outcome });
  }

  /** Tell of a watched value that has changed since the last look. */
  settle(): void {
    const values = this.#values();
    const state = JSON.stringify(values);
    if (state === this.#state) return;
    this.#state = state;
    this.#tracer.emit('state', 'server', { ...here(), values });
  }

  // What the kernel does.

  taskStarted(task: Task): void {
    if (!isChild(task)) return;
    this.#tracer.emit('task.enter', whoOf(task), { ...ofTask(task), name: task.name });
  }

  taskEnded(task: Task): void {
    this.settle();
    if (!isChild(task) || task.outcome === null) return;
    const { how: outcome } = task.outcome;
    const error = outcome === 'returned' ? undefined : task.outcome.error;
    const how = { name: task.name, outcome, ...raised(error) };
    this.#tracer.emit('task.exit', whoOf(task), { ...ofTask(task), ...how });
  }

  scopeEntered(scope: CancelScope): void {
    if (scope instanceof OwnScope) return;
    this.settle();
    // As the program has it: on the real clock some of it has passed by now.
    const left = scope.deadline === Infinity ? null : round(scope.deadline - this.#clock.now());
    const limit = scope.limit ?? left;
    const { shield } = scope;
    this.#entered.set(scope, { shield, limit });
    const kind = shield ? 'shield.enter' : 'scope.enter';
    this.#tracer.emit(kind, who(), { ...here(), scope: scope.id, limit });
  }

  scopeCancelled(scope: CancelScope, by: string, reason?: string): void {
    if (!this.#entered.has(scope)) return;
    this.settle();
    this.#tracer.emit('scope.cancel', who(), { ...here(), scope: scope.id, by, reason });
  }

  scopeExited(scope: CancelScope): void {
    const entered = this.#entered.get(scope);
    if (entered === undefined) return;
    this.settle();
    const { shield, limit } = entered;
    const kind = shield ? 'shield.exit' : 'scope.exit';
    const cancelled_caught = scope.cancelledCaught;
    this.#tracer.emit(kind, who(), { ...here(), scope: scope.id, limit, cancelled_caught });
  }

  checked(_task: Task, error: Cancelled | null): void {
    this.settle();
    this.#tracer.emit('check', who(), { ...here(), raised: error !== null, ...raised(error) });
  }

  /**
   * A sleep blocks from its first moment. How soon a computation gives way is up to the machine, and one
   * script must give one trace: it is told only where it goes on and on.
   */
  blocked(task: Task, { what }: AnyTrap): void {
    const tell = () => {
      this.#untold = null;
      this.settle();
      this.#tracer.emit('loop.blocked', whoOf(task), { ...ofTask(task), what });
    };
    if (what === 'computing') this.#untold = setTimeout(tell, LONG_MS);
    else tell();
  }

  freed(task: Task): void {
    if (this.#untold !== null) {
      clearTimeout(this.#untold);
      this.#untold = null;
      return;
    }
    this.#tracer.emit('loop.freed', whoOf(task), { ...ofTask(task), what: task.name });
  }

  // What the server says of a handler.

  handlerEnter(target: string): void {
    this.settle();
    this.#tracer.emit('handler.enter', who(), { ...here(), target });
  }

  handlerExit(target: string, outcome: Outcome, end: { value?: unknown; error?: unknown }): void {
    this.settle();
    const value = outcome === 'returned' ? shown(end.value) : undefined;
    const how = { target, outcome, value, ...raised(end.error) };
    // The handler's frames are gone by now; where its error came up is what a reader looks for.
    const at = { ...here(), ...originOf(end.error) };
    this.#tracer.emit('handler.exit', who(), { ...at, ...how });
  }

  print(stream: EventOf<'output'>['stream'], text: string): void {
    this.settle();
    this.#tracer.output(stream, text, { ...here(), who: currentTask() ? who() : 'server' });
  }

  #values(): Record<string, Watched> {
    const values: Record<string, Watched> = {};
    for (const [name, value] of Object.entries(this.#read())) values[name] = watched(value);
    return values;
  }
}

const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
