import * as kernel from '../../kernel/index.ts';
import type { Outcome } from '../../trace/event.ts';
import { invoke, isPlain, operation } from './calls.ts';
import { compile, type Compiled } from './compile.ts';
import { frameOf } from './frames.ts';
import type { Probe, Site } from './probe.ts';
import { instantiate, type Instance } from './program.ts';

/** For tests: a program on a virtual clock, and what it told, a line each: `0.5 await.raise f:3 sleep cancelled`. */
export interface Ran {
  value: unknown;
  error: unknown;
  /** Seconds since the run began, when the call ended. */
  t: number;
  told: string[];
  logged: unknown[];
  state: Record<string, unknown>;
}

export interface Run {
  /** The exported function that is called; without one, the module runs alone. */
  call?: string;
  args?: unknown[];
  /** Seconds after which the call is cancelled. */
  stopAt?: number;
  /** Only these hooks are recorded; all but `settle` and `try` by default. */
  hooks?: RegExp;
  globals?: Record<string, unknown>;
}

export function compiled(source: string): Compiled {
  const result = compile(source);
  if (!result.ok)
    throw new Error(result.diagnostics.map((d) => `${d.line}: ${d.message}`).join('\n'));
  return result;
}

export async function run(source: string, options: Run = {}): Promise<Ran> {
  const clock = new kernel.VirtualClock();
  const told: string[] = [];
  const logged: unknown[] = [];
  const hooks = options.hooks ?? /^(await|except|finally|work)/;
  const start = clock.now();
  const t = (): number => Math.round((clock.now() - start) * 1e6) / 1e6;
  const probe = recorder((name, text) => {
    if (hooks.test(name)) told.push(`${t()} ${name} ${text}`);
  });
  const loop = new kernel.Loop({ clock });
  const world = {
    modules: modules(),
    globals: {
      console: { log: (...values: unknown[]) => logged.push(...values) },
      ...options.globals,
    },
    probe,
  };
  const ran: Ran = { value: undefined, error: undefined, t: 0, told, logged, state: {} };
  let instance: Instance | undefined;
  const program = compiled(source);
  try {
    await loop.run(function* () {
      instance = yield* instantiate(program, world);
      if (options.call === undefined) return;
      const fn = instance.exports[options.call];
      const scope = new kernel.CancelScope();
      if (options.stopAt !== undefined) loop.at(options.stopAt, () => scope.cancel('stop'));
      const main = () => invoke(fn, undefined, options.args ?? []);
      yield* scope.run(function* () {
        try {
          ran.value = yield* isPlain(fn) ? kernel.runSync(main) : main();
        } catch (error) {
          ran.error = error;
          throw error;
        } finally {
          ran.t = t();
        }
      });
    });
  } catch (error) {
    ran.error = error;
  }
  ran.state = instance?.read() ?? {};
  return ran;
}

function recorder(tell: (name: string, text: string) => void): Probe {
  const at = ({ fn, line, what }: Site): string => `${fn}:${line} ${what}`;
  const place = ({ fn, line }: Site): string => `${fn}:${line}`;
  const end = (outcome: Outcome, error?: unknown): string =>
    error === undefined || outcome === 'cancelled' ? outcome : `${outcome} ${text(error)}`;
  return {
    awaitEnter: (site) => tell('await.enter', at(site)),
    awaitReturn: (site) => tell('await.return', at(site)),
    awaitRaise: (site, error) => tell('await.raise', `${at(site)} ${text(error)}`),
    tryEnter: (site) => tell('try.enter', place(site)),
    tryExit: (site, outcome, error) => tell('try.exit', `${place(site)} ${end(outcome, error)}`),
    exceptEnter: (site, error) => tell('except.enter', `${place(site)} ${text(error)}`),
    exceptExit: (site, outcome, error) =>
      tell('except.exit', `${place(site)} ${end(outcome, error)}`),
    finallyEnter: (site) => tell('finally.enter', place(site)),
    finallyExit: (site, outcome, error) =>
      tell('finally.exit', `${place(site)} ${end(outcome, error)}`),
    workEnter: (site) => tell('work.enter', at(site)),
    workExit: (site, outcome) => tell('work.exit', `${at(site)} ${outcome}`),
    settle: () => {
      const frame = frameOf(kernel.currentTask());
      tell('settle', `${frame?.fn}:${frame?.line}`);
    },
  };
}

function text(error: unknown): string {
  if (error instanceof kernel.Cancelled) return 'Cancelled';
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

type Body = (...args: unknown[]) => unknown;

function modules(): Record<string, Record<string, unknown>> {
  const async = { async: true };
  const plain = { async: false };
  return {
    anyio: {
      Cancelled: kernel.Cancelled,
      sleep: operation('sleep', kernel.sleep, async),
      sleepForever: operation('sleepForever', kernel.sleepForever, async),
      checkpoint: operation('checkpoint', kernel.checkpoint, async),
      moveOnAfter: operation(
        'moveOnAfter',
        (seconds: number, options: { shield?: boolean }, body: Body) =>
          kernel.moveOnAfter(seconds, options, (scope) => invoke(body, undefined, [scope])),
        async,
      ),
      toThread: {
        runSync: operation(
          'runSync',
          (body: Body) => kernel.runSync(() => invoke(body, undefined, [])),
          async,
        ),
      },
      fromThread: {
        checkCancelled: kernel.checkCancelled,
        run: operation(
          'run',
          (body: Body) => kernel.fromThreadRun(() => invoke(body, undefined, [])),
          plain,
        ),
      },
    },
    time: { sleep: operation('sleep', kernel.threadSleep, plain) },
  };
}
