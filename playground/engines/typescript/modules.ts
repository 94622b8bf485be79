import * as zod from 'zod';
import * as kernel from '../../kernel/index.ts';
import type { Operation } from '../../kernel/index.ts';
import { invoke, operation } from './calls.ts';
import { Context } from './context.ts';
import { MCPServer } from './server.ts';

type Module = Record<string, unknown>;
type Body<A extends unknown[] = []> = (...args: A) => unknown;
type ScopeBody = Body<[kernel.CancelScope]>;

/** Hundreds of names: copied once, and closed, so that no run can leave something in it for the next. */
const zodModule: Module = Object.freeze({ ...zod });

/** The modules a program can import, made anew for each run: `servers` collects what the program builds. */
export function modules(servers: MCPServer[]): Record<string, Module> {
  class ProgramServer extends MCPServer {
    constructor(name: string) {
      super(name);
      servers.push(this);
    }
  }
  Object.defineProperty(ProgramServer, 'name', { value: 'MCPServer' });
  return {
    anyio,
    mcp: { MCPServer: ProgramServer, Context },
    time: { sleep: plain('sleep', kernel.threadSleep) },
    zod: zodModule,
  };
}

const asynchronous = <A extends unknown[], T>(name: string, main: (...args: A) => Operation<T>) =>
  operation(name, main, { async: true });
const plain = <A extends unknown[], T>(name: string, main: (...args: A) => Operation<T>) =>
  operation(name, main, { async: false });

const call =
  <A extends unknown[]>(body: Body<A>, ...args: A) =>
  (): Operation<unknown> =>
    invoke(body, undefined, args);

/** `(when, body)` or `(when, { shield }, body)`: the block runs inside the scope that `open` makes. */
const limited = <T>(
  name: string,
  open: (
    when: number | null,
    options: { shield?: boolean },
    body: (scope: kernel.CancelScope) => Operation<unknown>,
  ) => Operation<T>,
) =>
  asynchronous(
    name,
    function* (
      when: number | null,
      options: { shield?: boolean } | ScopeBody,
      body?: ScopeBody,
    ): Operation<T> {
      const block = typeof options === 'function' ? options : body;
      if (typeof block !== 'function')
        throw new TypeError(`${name} needs a function: the block that it limits`);
      const shielding = typeof options === 'function' ? {} : options;
      return yield* open(when, shielding, (scope) => invoke(block, undefined, [scope]));
    },
  );

/** The kernel's scope, entered by `run` with a block of the program. */
class CancelScope extends kernel.CancelScope {
  override run = asynchronous('run', (body: ScopeBody) =>
    super.run((scope) => invoke(body, undefined, [scope])),
  ) as unknown as kernel.CancelScope['run'];
}

/** The kernel's event, waited for with `await`. */
class Event {
  readonly #event = new kernel.Event();
  set(): void {
    this.#event.set();
  }
  isSet(): boolean {
    return this.#event.isSet();
  }
  wait = asynchronous('wait', () => this.#event.wait());
}

/** The kernel's task group, for functions of the program. */
class TaskGroup {
  readonly #group: kernel.TaskGroup;
  readonly cancelScope: kernel.CancelScope;

  constructor(group: kernel.TaskGroup) {
    this.#group = group;
    this.cancelScope = group.cancelScope;
  }

  startSoon(body: Body<unknown[]>, ...args: unknown[]): void {
    this.#group.startSoon(call(body, ...args), { name: nameOf(body) });
  }

  start = asynchronous('start', (body: Body<unknown[]>, ...args: unknown[]) =>
    this.#group.start((status) => invoke(body, undefined, [...args, status]), {
      name: nameOf(body),
    }),
  );
}

const nameOf = (body: Body<never[]>): string => body.name || 'task';

const anyio: Module = {
  Cancelled: kernel.Cancelled,
  CancelScope,
  Event,
  ExceptionGroup: kernel.ExceptionGroup,
  NoEventLoopError: kernel.NoEventLoopError,
  TaskGroup,
  checkpoint: asynchronous('checkpoint', kernel.checkpoint),
  createTaskGroup: asynchronous('createTaskGroup', (body: Body<[TaskGroup]>) =>
    kernel.createTaskGroup((group) => invoke(body, undefined, [new TaskGroup(group)])),
  ),
  currentEffectiveDeadline: kernel.currentEffectiveDeadline,
  currentTime: kernel.currentTime,
  failAfter: limited('failAfter', kernel.failAfter),
  failAt: limited('failAt', kernel.failAt),
  fromThread: {
    checkCancelled: kernel.checkCancelled,
    run: plain('run', (body: Body<unknown[]>, ...args: unknown[]) =>
      kernel.fromThreadRun(call(body, ...args)),
    ),
    runSync: plain('runSync', (body: Body<unknown[]>, ...args: unknown[]) =>
      kernel.fromThreadRun(call(body, ...args)),
    ),
  },
  moveOnAfter: limited('moveOnAfter', kernel.moveOnAfter),
  moveOnAt: limited('moveOnAt', kernel.moveOnAt),
  sleep: asynchronous('sleep', kernel.sleep),
  sleepForever: asynchronous('sleepForever', kernel.sleepForever),
  sleepUntil: asynchronous('sleepUntil', kernel.sleepUntil),
  toThread: {
    runSync: asynchronous(
      'runSync',
      (body: Body<unknown[]>, ...rest: unknown[]): Operation<unknown> => {
        const { args, options } = threadOptions(rest);
        return kernel.runSync(call(body, ...args), { ...options, name: nameOf(body) });
      },
    ),
  },
};

/** What all runs in a worker find, and could change for the next. */
export const shared: readonly object[] = [
  anyio,
  anyio['fromThread'] as object,
  anyio['toThread'] as object,
  ...[CancelScope, Event, TaskGroup, MCPServer, Context].flatMap((one) => [one, one.prototype]),
  ...[kernel.CancelScope, kernel.Cancelled, kernel.ExceptionGroup].flatMap((one) => [
    one,
    one.prototype,
  ]),
];

/** `runSync(fn, ...args)`, with `{ abandonOnCancel }` as a last argument of its own. */
function threadOptions(rest: unknown[]): {
  args: unknown[];
  options: { abandonOnCancel?: boolean };
} {
  const last = rest.at(-1);
  const isOptions =
    typeof last === 'object' &&
    last !== null &&
    Object.keys(last).length === 1 &&
    'abandonOnCancel' in last;
  if (!isOptions) return { args: rest, options: {} };
  return { args: rest.slice(0, -1), options: { abandonOnCancel: last.abandonOnCancel === true } };
}
