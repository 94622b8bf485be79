import { Effect, Fiber } from 'effect';
import { run as runEffection, sleep, spawn, suspend, type Task } from 'effection';
import {
  CancelScope,
  checkpoint,
  createTaskGroup,
  Loop,
  sleepForever,
  VirtualClock,
} from '../kernel/index.ts';
import type { Figure } from './figure.ts';
import { inTurns, type Contender } from './rounds.ts';

const TASKS = 10_000;

/**
 * The same work four times: start so many tasks that wait for ever, let each come to its wait, cancel each by
 * itself, have each run its `finally`, and wait until all have ended.
 */
const contenders: Contender[] = [
  { name: 'kernel', work: kernel },
  { name: 'Effect 4.1', work: effect },
  { name: 'Effection 4.1', work: effection },
  { name: 'bare AbortController', work: abortController },
];

async function kernel(): Promise<void> {
  let ended = 0;
  function* task() {
    try {
      yield* sleepForever();
    } finally {
      ended += 1;
    }
  }
  await new Loop({ clock: new VirtualClock() }).run(() =>
    createTaskGroup(function* (group) {
      const scopes: CancelScope[] = [];
      for (let i = 0; i < TASKS; i++) {
        const scope = new CancelScope();
        scopes.push(scope);
        group.startSoon(() => scope.run(task));
      }
      yield* checkpoint();
      for (const scope of scopes) scope.cancel();
    }),
  );
  check(ended);
}

async function effect(): Promise<void> {
  let ended = 0;
  const task = Effect.ensuring(
    Effect.never,
    Effect.sync(() => {
      ended += 1;
    }),
  );
  await Effect.runPromise(
    Effect.gen(function* () {
      const fibers: Fiber.Fiber<never>[] = [];
      for (let i = 0; i < TASKS; i++) fibers.push(yield* Effect.forkChild(task));
      yield* Effect.yieldNow;
      for (const fiber of fibers) fiber.interruptUnsafe();
      for (const fiber of fibers) yield* Fiber.await(fiber);
    }),
  );
  check(ended);
}

async function effection(): Promise<void> {
  let ended = 0;
  function* task() {
    try {
      yield* suspend();
    } finally {
      ended += 1;
    }
  }
  await runEffection(function* () {
    const tasks: Task<void>[] = [];
    for (let i = 0; i < TASKS; i++) tasks.push(yield* spawn(task));
    yield* sleep(0);
    for (const one of tasks) yield* one.halt();
  });
  check(ended);
}

/** What nobody can be faster than: no tree, no scopes, no shields, and cleanup that could not wait. */
async function abortController(): Promise<void> {
  let ended = 0;
  async function task(signal: AbortSignal) {
    try {
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    } finally {
      ended += 1;
    }
  }
  const controllers: AbortController[] = [];
  const tasks: Promise<void>[] = [];
  for (let i = 0; i < TASKS; i++) {
    const controller = new AbortController();
    controllers.push(controller);
    tasks.push(task(controller.signal));
  }
  for (const controller of controllers) controller.abort('stopped');
  await Promise.allSettled(tasks);
  check(ended);
}

function check(ended: number): void {
  if (ended !== TASKS) throw new Error(`${ended} of ${TASKS} tasks ran their finally`);
}

/** Spawn, cancel and join of 10,000 tasks: microseconds for each. */
export async function benchKernel(): Promise<Figure[]> {
  const rounds = await inTurns(contenders, { warmUp: 5, rounds: 21 });
  const figures = contenders.map(({ name }): Figure => {
    const samples = (rounds.get(name) ?? []).map((ms) => (ms * 1000) / TASKS);
    return { name, unit: 'µs', samples };
  });
  const [own, ...rivals] = figures;
  const name = `kernel: spawn, cancel and join of ${TASKS} tasks, each`;
  return [...rivals, ...rivals.map((rival) => ({ ...own!, name, goal: 4, rival }))];
}
