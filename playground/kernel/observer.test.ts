import { expect, test } from 'vitest';
import {
  CancelScope,
  checkCancelled,
  createTaskGroup,
  moveOnAfter,
  runSync,
  sleep,
  sleepForever,
  threadSleep,
  type Observer,
} from './index.ts';
import { ending, noted } from './testing.ts';

function seen(record: string[]): Observer {
  const note = (what: string): void => void record.push(what);
  return {
    taskStarted: (task) => note(`${task.name} started`),
    taskEnded: (task) => note(`${task.name} ended: ${task.outcome?.how}`),
    scopeEntered: (scope, task) => note(`${task.name} enters ${scope.name} ${scope.id}`),
    scopeCancelled: (scope, by, reason) => note(`scope ${scope.id} cancelled by ${by}: ${reason}`),
    scopeExited: (scope, task) =>
      note(`${task.name} leaves ${scope.id}, caught: ${scope.cancelledCaught}`),
    waiting: (task, trap) => note(`${task.name} waits: ${trap.what}`),
    resumed: (task) => note(`${task.name} goes on`),
    checked: (task, raised) => note(`${task.name} asks: ${raised ? 'cancelled' : 'no'}`),
    blocked: (task, trap) => note(`${task.name} blocks: ${trap.what}`),
    freed: (task) => note(`${task.name} frees`),
  };
}

test('a block that is cut by its deadline', async () => {
  const record: string[] = [];
  await noted(() => moveOnAfter(1, {}, () => sleep(2)), seen(record));
  expect(record).toEqual([
    'main started',
    'main enters moveOnAfter 1',
    'main waits: sleep',
    'scope 1 cancelled by deadline: deadline exceeded',
    'main goes on',
    'main leaves 1, caught: true',
    'main ended: returned',
  ]);
});

test('children, one of which fails', async () => {
  const record: string[] = [];
  const run = createTaskGroup(function* (group) {
    group.startSoon(
      function* () {
        yield* sleep(1);
        throw new Error('out of stock');
      },
      { name: 'child1' },
    );
    group.startSoon(sleepForever, { name: 'child2' });
  });
  await noted(() => ending(run), seen(record));
  expect(record).toEqual([
    'main started',
    'main enters task group 1',
    'main waits: task group',
    'child1 started',
    'child1 waits: sleep',
    'child2 started',
    'child2 waits: sleep',
    'child1 goes on',
    'child1 ended: raised',
    'scope 1 cancelled by child1: undefined',
    'main goes on',
    'main waits: task group',
    'child2 goes on',
    'child2 ended: cancelled',
    'main goes on',
    'main leaves 1, caught: false',
    'main ended: returned',
  ]);
});

test('a thread that asks; a scope cancelled from outside, one cancelled before it is entered', async () => {
  const record: string[] = [];
  await noted(function* (_note, loop) {
    const scope = new CancelScope({ name: 'call' });
    loop.at(0.5, () => scope.cancel('stop'));
    yield* scope.run(() =>
      runSync(
        function* () {
          checkCancelled();
          yield* threadSleep(1);
          checkCancelled();
        },
        { name: 'indexer' },
      ),
    );
    const before = new CancelScope({ name: 'before' });
    before.cancel('too early');
    yield* before.run(function* () {});
  }, seen(record));
  expect(record).toEqual([
    'main started',
    'main enters call 1',
    'main waits: checkpoint',
    'main goes on',
    'main waits: thread',
    'indexer started',
    'indexer asks: no',
    'indexer waits: time.sleep',
    'scope 1 cancelled by outside: stop',
    'indexer goes on',
    'indexer asks: cancelled',
    'indexer ended: cancelled',
    'main goes on',
    'main leaves 1, caught: true',
    'main enters before 2',
    'scope 2 cancelled by main: too early',
    'main leaves 2, caught: false',
    'main ended: returned',
  ]);
});

test('a blocking sleep on the loop’s own task', async () => {
  const record: string[] = [];
  await noted(function* () {
    yield* threadSleep(1);
    yield* threadSleep(1);
    yield* sleep(1);
  }, seen(record));
  expect(record).toEqual([
    'main started',
    'main blocks: time.sleep',
    'main waits: time.sleep',
    'main goes on',
    'main waits: time.sleep',
    'main goes on',
    'main frees',
    'main waits: sleep',
    'main goes on',
    'main ended: returned',
  ]);
});

test('what an observer throws ends the run', async () => {
  const broken: Observer = {
    taskStarted() {
      throw new Error('the observer broke');
    },
  };
  await expect(noted(sleepForever, broken)).rejects.toThrow('the observer broke');
});
