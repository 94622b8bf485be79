import {
  Cancelled,
  DeadlockError,
  Event,
  sleepUntil,
  type CancelScope,
  type Loop,
  type Operation,
  type Task,
} from '../../kernel/index.ts';
import type { Act, Call, LiveAct, RunEnd, Script } from '../engine.ts';
import { build } from './build.ts';
import type { Compiled } from './compile.ts';
import { originOf } from './frames.ts';
import type { Observation } from './observe.ts';
import { OwnScope } from './ownScope.ts';
import { Serving } from './serving.ts';
import type { Tracer } from './tracer.ts';
import { MCPError, type Connection } from './transports/connection.ts';
import { connectHttp } from './transports/http.ts';
import { MemoryConnection } from './transports/memory.ts';
import { connectStdio } from './transports/stdio.ts';
import type { Belongs } from './whereabouts.ts';
import { raised } from './words.ts';

/** Seconds; too short to be seen in a trace. */
const INSTANT = 1e-9;

interface CallState {
  call: Call;
  scope: CancelScope;
  task: Task<void> | null;
  stopped: boolean;
  /** The client waits no longer, and got no answer. */
  gaveUp: boolean;
}

/** The client's part of a run: its calls, and what it does when. */
export class ScriptRun {
  readonly #compiled: Compiled;
  readonly #script: Script;
  readonly #loop: Loop;
  readonly #tracer: Tracer;
  readonly #observation: Observation;
  readonly #calls: CallState[];
  readonly #acts: Act[];
  #connection: Connection | null = null;
  #leaving: Task<void> | null = null;
  #actsLeft = 0;
  /** Every act of the script was performed. */
  readonly #acted = new Event();

  #kill: () => void = () => {};
  /** The server's process was killed, with handlers still at work. */
  readonly killed = new Promise<RunEnd>((resolve) => {
    this.#kill = () => {
      this.#loop.abandon();
      resolve(this.ended('ended'));
    };
  });

  constructor(
    compiled: Compiled,
    script: Script,
    loop: Loop,
    tracer: Tracer,
    observation: Observation,
  ) {
    this.#compiled = compiled;
    this.#script = script;
    this.#loop = loop;
    this.#tracer = tracer;
    this.#observation = observation;
    this.#acts = [...script.acts];
    this.#calls = script.calls.map((call) => ({
      call,
      scope: new OwnScope({ name: 'call' }),
      task: null,
      stopped: false,
      gaveUp: false,
    }));
  }

  *main(): Operation<void> {
    const server = yield* build(this.#compiled, this.#loop, this.#observation);
    const serving = new Serving(server, this.#loop, this.#observation, this.#tracer);
    const connection = yield* this.#connect(serving);
    this.#connection = connection;
    this.#tracer.begin();
    const t0 = this.#loop.clock.now();
    for (const act of this.#acts) this.#schedule(act, t0);
    for (const [i, state] of this.#calls.entries()) {
      const { target } = state.call;
      const context: Belongs = { call: i + 1, target };
      const make = () => this.#make(connection, i + 1, state, t0);
      state.task = this.#loop.startTask(make, { name: target, context });
    }
    for (const { task } of this.#calls) yield* task!.join();
    yield* serving.idle();
    // A stop after the answer is part of the script too, and is shown to change nothing.
    if (this.#actsLeft > 0) yield* this.#acted.wait();
    if (this.#leaving !== null) yield* this.#leaving.join();
    yield* this.#stragglers();
    yield* connection.settled();
    if (this.#leaving === null) yield* connection.close();
  }

  act(act: LiveAct): void {
    const now = { at: this.#tracer.t, ...act } as Act;
    this.#acts.push(now);
    // Before there is a connection the act waits for it, at the run's first moment.
    if (this.#connection !== null) this.#perform(now);
  }

  ended(outcome: RunEnd['outcome'], message?: string): RunEnd {
    const script = { ...this.#script, acts: this.#acts };
    return { outcome, ...(message === undefined ? {} : { message }), t: this.#tracer.t, script };
  }

  failed(error: unknown): RunEnd {
    const { exc, message } = raised(error);
    if (error instanceof DeadlockError) return this.ended('deadlocked', message);
    this.tell(this.#connection === null ? 'load' : 'run', error);
    return this.ended('failed', exc === 'LoadError' ? message : `${exc}: ${message}`);
  }

  /** An act at the moment of a call comes when the call has crossed: a host's turn later, in no time. */
  #schedule(act: Act, t0: number): void {
    const atCall = this.#script.calls.some(({ at }) => at === act.at);
    this.#actsLeft++;
    this.#loop.at(t0 + act.at + (atCall ? INSTANT : 0), () => {
      this.#perform(act);
      if (--this.#actsLeft === 0) this.#acted.set();
    });
  }

  #perform(act: Act): void {
    switch (act.do) {
      case 'stop':
        return this.#stop(act.call, act.reason ?? 'caller cancelled');
      case 'disconnect':
        return this.#disconnect('goodbye');
      case 'drop':
        return this.#disconnect('drop');
    }
  }

  #stop(number: number, reason: string): void {
    const state = this.#calls[number - 1];
    if (state === undefined) return;
    const how = state.stopped ? 'again' : 'scope';
    this.#tracer.emit('client.stop', 'client', { call: number, how, reason });
    if (!state.stopped) state.scope.cancel(reason);
    else if (state.gaveUp) this.#connection?.again(number);
    state.stopped = true;
  }

  #disconnect(how: 'goodbye' | 'drop'): void {
    if (this.#connection === null || this.#leaving !== null) return;
    const connection = this.#connection;
    const inFlight = this.#calls.flatMap((state, i) => (state.task?.done === false ? [i + 1] : []));
    const calls = inFlight.length === 0 ? [undefined] : inFlight;
    for (const call of calls) this.#tracer.emit('client.close', 'client', { call });
    this.#leaving = this.#loop.startTask(() => this.#leave(connection, calls, how), {
      name: 'leave',
    });
  }

  *#leave(
    connection: Connection,
    calls: (number | undefined)[],
    how: 'goodbye' | 'drop',
  ): Operation<void> {
    const end = yield* connection.close(how);
    for (const call of calls) this.#tracer.emit('client.closed', 'client', { call });
    if (end === 'killed') this.#kill();
  }

  *#make(connection: Connection, number: number, state: CallState, t0: number): Operation<void> {
    const { call, scope } = state;
    if (call.at > 0) yield* sleepUntil(t0 + call.at);
    const { method, target, read_timeout_seconds } = call;
    const sent = { call: number, target, method, read_timeout_seconds };
    this.#tracer.emit('call.sent', 'client', sent);
    if (state.call.move_on_after !== undefined)
      scope.deadline = this.#loop.clock.now() + state.call.move_on_after;
    yield* scope.run(() => this.#ask(connection, number, state));
  }

  *#ask(connection: Connection, number: number, state: CallState): Operation<void> {
    try {
      const { text, isError } = yield* connection.request(number, state.call);
      const is_error = isError ? { is_error: true } : {};
      this.#tracer.emit('client.result', 'client', { call: number, text, ...is_error });
    } catch (error) {
      state.gaveUp = true;
      if (error instanceof Cancelled) {
        this.#tracer.emit('client.cancelled', 'client', { call: number, ...raised(error) });
        throw error;
      }
      const code = error instanceof MCPError ? { code: error.code } : {};
      this.#tracer.emit('client.error', 'client', { call: number, ...raised(error), ...code });
    }
  }

  /** Wait for what handlers started and left behind, abandoned threads first of all: it still happens. */
  *#stragglers(): Operation<void> {
    for (;;) {
      const left = this.#loop
        .tasks()
        .find((task) => (task.context as Belongs | null)?.target !== undefined);
      if (left === undefined) return;
      try {
        yield* left.join();
      } catch (error) {
        // Its end is in the trace; nobody waits for its value.
        if (!left.done) throw error;
      }
    }
  }

  /** Write an error into the trace, unless it is a cancellation, which is no error. */
  tell(where: 'load' | 'run', error: unknown): void {
    if (error instanceof Cancelled) return;
    this.#tracer.emit('error', 'server', { where, ...raised(error), ...originOf(error) });
  }

  *#connect(serving: Serving): Operation<Connection> {
    const { transport } = this.#script;
    switch (transport.kind) {
      case 'memory':
        return new MemoryConnection(serving, this.#tracer);
      case 'stdio':
        return yield* connectStdio(serving, transport.era, this.#tracer);
      case 'http':
        return yield* connectHttp(serving, transport, this.#tracer);
    }
  }
}
