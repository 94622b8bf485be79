import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  Cancelled,
  CancelScope,
  checkpoint,
  Loop,
  moveOnAfter,
  runSync,
  sleep,
  sleepForever,
  VirtualClock,
  type Operation,
  type Task,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

function* failing(): Operation<void> {
  yield* sleep(1);
  throw new Error('out of stock');
}

let unhandled: unknown[] = [];
const listen = (error: unknown): void => void unhandled.push(error);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', listen);
});
afterEach(() => process.off('unhandledRejection', listen));
const hostTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('join', () => {
  test('gives what the task returned, before and after its end', async () => {
    const lines = await noted(function* (note, loop) {
      const task = loop.startTask(function* () {
        yield* sleep(1);
        return 'value';
      });
      note(yield* task.join());
      note(yield* task.join());
    });
    expect(lines).toEqual(['1 value', '1 value']);
  });

  test('throws what the task threw, which then is not unhandled', async () => {
    await noted(function* (_note, loop) {
      const error = yield* thrownBy(loop.startTask(failing).join());
      expect(error).toMatchObject({ message: 'out of stock' });
    });
    await hostTurn();
    expect(unhandled).toEqual([]);
  });

  test('can be cancelled; the task goes on', async () => {
    const lines = await noted(function* (note, loop) {
      const task = loop.startTask(function* () {
        yield* sleep(2);
        note('the task ends');
      });
      yield* moveOnAfter(1, {}, () => task.join());
      note('left');
      yield* task.join();
    });
    expect(lines).toEqual(['1 left', '2 the task ends']);
  });

  test('several wait; they go on in the order of their waits', async () => {
    const lines = await noted(function* (note, loop) {
      const task = loop.startTask(() => sleep(1));
      const joining = ['a', 'b', 'c'].map((name) =>
        loop.startTask(function* () {
          yield* task.join();
          note(name);
        }),
      );
      for (const one of joining) yield* one.join();
    });
    expect(lines).toEqual(['1 a', '1 b', '1 c']);
  });
});

describe('promise', () => {
  test('is the same each time and resolves with the value', async () => {
    const loop = new Loop({ clock: new VirtualClock() });
    const promise = await loop.run(function* () {
      const task = loop.startTask(function* () {
        yield* sleep(1);
        return 'value';
      });
      const asked = task.promise;
      yield* task.join();
      expect(task.promise).toBe(asked);
      return { asked };
    });
    expect(await promise.asked).toBe('value');
  });

  test('asked for after the end it has settled already', async () => {
    const loop = new Loop({ clock: new VirtualClock() });
    const { task } = await loop.run(function* () {
      const started = loop.startTask(function* () {
        yield* checkpoint();
        return 'value';
      });
      yield* started.join();
      return { task: started };
    });
    expect(await task.promise).toBe('value');
  });

  test('of a failed task rejects; nobody taking it, it is reported', async () => {
    await noted(function* (_note, loop) {
      void loop.startTask(failing).promise;
      yield* sleep(2);
    });
    await hostTurn();
    expect(unhandled).toEqual([expect.objectContaining({ message: 'out of stock' })]);
  });

  test('a failure is reported also where nobody ever asked for the promise', async () => {
    await noted(function* (_note, loop) {
      loop.startTask(failing);
      yield* sleep(2);
    });
    await hostTurn();
    expect(unhandled).toEqual([expect.objectContaining({ message: 'out of stock' })]);
  });

  test('somebody taking it, it is not', async () => {
    const caught: string[] = [];
    await noted(function* (_note, loop) {
      loop.startTask(failing).promise.catch((error: Error) => caught.push(error.message));
      yield* sleep(2);
    });
    await hostTurn();
    expect(caught).toEqual(['out of stock']);
    expect(unhandled).toEqual([]);
  });

  test('of a cancelled task rejects with Cancelled, which is never reported', async () => {
    const promises: Promise<unknown>[] = [];
    await noted(function* (_note, loop) {
      yield* moveOnAfter(1, {}, function* () {
        promises.push(loop.startTask(sleepForever).promise);
        loop.startTask(sleepForever);
        yield* sleepForever();
      });
    });
    await hostTurn();
    expect(unhandled).toEqual([]);
    await expect(promises[0]).rejects.toBeInstanceOf(Cancelled);
  });

  test('the failure of a thread is its host’s, and of an abandoned one nobody’s', async () => {
    const lines = await noted(function* (note) {
      note(yield* ending(runSync(failing)));
      yield* moveOnAfter(0.5, {}, () => runSync(failing, { abandonOnCancel: true }));
      yield* sleep(2);
    });
    await hostTurn();
    expect(lines).toEqual(['1 Error']);
    expect(unhandled).toEqual([]);
  });
});

test('outcome says how it ended', async () => {
  await noted(function* (_note, loop) {
    const returned = loop.startTask(checkpoint);
    const raised = loop.startTask(failing);
    raised.promise.catch(() => {});
    const scope = new CancelScope();
    const cut: Task[] = [];
    yield* scope.run(function* () {
      cut.push(loop.startTask(sleepForever));
      yield* sleep(2);
      scope.cancel();
    });
    yield* checkpoint();
    expect(returned.outcome).toEqual({ how: 'returned', value: undefined });
    expect(raised.outcome).toMatchObject({ how: 'raised', error: { message: 'out of stock' } });
    expect(cut[0]?.outcome).toMatchObject({ how: 'cancelled', error: { scope } });
  });
});
