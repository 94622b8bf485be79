import { describe, expect, test } from 'vitest';
import {
  Cancelled,
  CancelScope,
  checkpoint,
  createTaskGroup,
  currentLoop,
  currentTask,
  DeadlockError,
  Event,
  Loop,
  moveOnAfter,
  NoEventLoopError,
  runSync,
  sleep,
  sleepForever,
  threadSleep,
  VirtualClock,
  wait,
  waitForPromise,
  type Trap,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

function virtual(): Loop {
  return new Loop({ clock: new VirtualClock() });
}

describe('crossing', () => {
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  test('a virtual clock stands still for it, however many turns it takes', async () => {
    const lines = await noted(function* (note, loop) {
      const arrived = loop.crossing();
      void turns(40).then(() => {
        note('arrived');
        arrived();
      });
      yield* sleep(1);
      note('slept');
    });
    expect(lines).toEqual(['0 arrived', '1 slept']);
  });

  test('after the last has arrived, code outside has a turn more', async () => {
    const lines = await noted(function* (note, loop) {
      const [one, other] = [loop.crossing(), loop.crossing()];
      void turns(3).then(one);
      void turns(6)
        .then(other)
        .then(() => note('heard'));
      yield* sleep(1);
      note('slept');
    });
    expect(lines).toEqual(['0 heard', '1 slept']);
  });

  test('a task can wait for the last to arrive, in no time', async () => {
    const lines = await noted(function* (note, loop) {
      const arrived = loop.crossing();
      void turns(3)
        .then(() => note('arrived'))
        .then(arrived);
      yield* loop.arrivals();
      note('went on');
      void Promise.resolve().then(() => note('code outside has had its turn'));
      yield* loop.arrivals();
      note('went on');
    });
    expect(lines).toEqual([
      '0 arrived',
      '0 went on',
      '0 code outside has had its turn',
      '0 went on',
    ]);
  });

  test('to arrive twice is to arrive once', async () => {
    const lines = await noted(function* (note, loop) {
      const [one, other] = [loop.crossing(), loop.crossing()];
      one();
      one();
      void turns(5).then(() => {
        note('arrived');
        other();
      });
      yield* sleep(1);
      note('slept');
    });
    expect(lines).toEqual(['0 arrived', '1 slept']);
  });
});

describe('run', () => {
  test('resolves to what main returns', async () => {
    expect(
      await virtual().run(function* () {
        yield* sleep(1);
        return 7;
      }),
    ).toBe(7);
  });

  test('rejects with what main throws', async () => {
    const failed = virtual().run(function* () {
      yield* sleep(1);
      throw new Error('main broke');
    });
    await expect(failed).rejects.toThrow('main broke');
  });

  test('begins after the call, in a microtask', async () => {
    const record: string[] = [];
    const ended = virtual().run(function* () {
      record.push('main');
      yield* checkpoint();
    });
    record.push('called');
    await ended;
    expect(record).toEqual(['called', 'main']);
  });

  test('when main has ended, what is left is cancelled and awaited, threads too', async () => {
    const lines = await noted(function* (note, loop) {
      loop.startTask(function* () {
        try {
          yield* sleepForever();
        } finally {
          yield* moveOnAfter(5, { shield: true }, () => sleep(1));
          note('task has cleaned up');
        }
      });
      loop.startTask(() =>
        runSync(function* () {
          yield* threadSleep(3);
          note('thread has ended');
        }),
      );
      yield* sleep(1);
      note('main ends');
    });
    expect(lines).toEqual(['1 main ends', '2 task has cleaned up', '3 thread has ended']);
  });

  test('a loop runs once, and takes no task afterwards', async () => {
    const loop = virtual();
    await loop.run(checkpoint);
    expect(() => loop.run(checkpoint)).toThrow(/only once/);
    expect(() => loop.startTask(checkpoint)).toThrow(/has ended/);
    expect(currentLoop).toThrow(NoEventLoopError);
  });

  test('abandoned, it steps nothing any more', async () => {
    const record: string[] = [];
    const loop = virtual();
    loop.at(1, () => loop.abandon());
    void loop.run(() =>
      createTaskGroup(function* (group) {
        for (const name of ['a', 'b']) {
          group.startSoon(function* () {
            try {
              yield* sleep(1);
            } finally {
              record.push(name);
            }
          });
        }
        yield* checkpoint();
      }),
    );
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(record).toEqual([]);
    expect(loop.clock.now()).toBe(1);
    expect(currentLoop).toThrow(NoEventLoopError);
  });

  test('two loops do not mix', async () => {
    const record: string[] = [];
    const loops = [virtual(), virtual()];
    await Promise.all(
      loops.map((loop, i) =>
        loop.run(function* () {
          for (let step = 0; step < 2; step += 1) {
            yield* waitForPromise(Promise.resolve());
            record.push(`${i} ${currentLoop() === loop}`);
          }
        }),
      ),
    );
    expect(record.sort()).toEqual(['0 true', '0 true', '1 true', '1 true']);
  });

  test('an error of what stands outside the tasks ends the run', async () => {
    const loop = virtual();
    loop.at(1, () => {
      throw new Error('the script is wrong');
    });
    await expect(loop.run(sleepForever)).rejects.toThrow('the script is wrong');
  });
});

describe('startTask', () => {
  test('starts in the scope, with the context and the parent of the current task', async () => {
    await noted(function* (_note, loop) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        const current = currentTask();
        if (current !== null) current.context = 'call 2';
        const task = loop.startTask(checkpoint);
        expect(task).toMatchObject({ scope, context: 'call 2', parent: current, kind: 'task' });
        expect(task.name).toBe('checkpoint');
        yield* task.join();
      });
    });
  });

  test('is cancelled with the scope it was started in', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      const task = yield* scope.run(function* () {
        const started = loop.startTask(sleepForever);
        yield* sleep(1);
        scope.cancel();
        return started;
      });
      note(String(task?.outcome?.how ?? 'not yet'));
      yield* checkpoint();
      note(String(task?.outcome?.how));
    });
    expect(lines).toEqual(['1 not yet', '1 cancelled']);
  });

  test('from outside any task', async () => {
    const loop = virtual();
    const record: string[] = [];
    loop.at(1, () => {
      record.push(String(currentTask()));
      loop.startTask(function* () {
        yield* sleep(1);
        record.push(`started outside, at ${loop.clock.now()}`);
      });
    });
    await loop.run(() => sleep(5));
    expect(record).toEqual(['null', 'started outside, at 2']);
  });
});

describe('a trap', () => {
  test('may resume at once, and then lets other tasks run', async () => {
    const lines = await noted(function* (note, loop) {
      loop.startTask(function* () {
        note('another task');
      });
      note(yield* wait<string>({ what: 'now', arm: (resume) => resume('value') }));
    });
    expect(lines).toEqual(['0 another task', '0 value']);
  });

  test('throws what it fails with, and what arming it throws', async () => {
    await noted(function* () {
      const failing: Trap<void> = { what: 'x', arm: (_, fail) => fail(new Error('failed')) };
      const broken: Trap<void> = {
        what: 'x',
        arm: () => {
          throw new Error('broken');
        },
      };
      expect(yield* thrownBy(wait(failing))).toMatchObject({ message: 'failed' });
      expect(yield* thrownBy(wait(broken))).toMatchObject({ message: 'broken' });
    });
  });

  test('is given up when the wait is cancelled, and can no longer resume', async () => {
    const lines = await noted(function* (note, loop) {
      let late: (value: string) => void = () => {};
      const trap: Trap<string> = {
        what: 'slow',
        arm(resume) {
          late = resume;
          return () => note('given up');
        },
      };
      yield* moveOnAfter(1, {}, () => wait(trap));
      loop.at(2, () => late('too late'));
      note(yield* ending(sleep(3)));
    });
    expect(lines).toEqual(['1 given up', '4 returned']);
  });

  test('in a cancelled scope it is not armed', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        yield* wait({ what: 'never', arm: () => note('armed') });
      });
      note('behind');
    });
    expect(lines).toEqual(['0 behind']);
  });
});

describe('waitForPromise', () => {
  test('gives the value and throws the rejection', async () => {
    await noted(function* () {
      expect(yield* waitForPromise(Promise.resolve(3))).toBe(3);
      const rejected = waitForPromise(Promise.reject(new Error('no')));
      expect(yield* thrownBy(rejected)).toMatchObject({ message: 'no' });
    });
  });

  test('cancelled, it leaves; the promise goes on, and its rejection is nobody’s', async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', listen);
    const lines = await noted(function* (note) {
      const { promise, reject } = Promise.withResolvers();
      yield* moveOnAfter(1, {}, () => waitForPromise(promise));
      note('left');
      reject(new Error('late'));
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        yield* waitForPromise(Promise.reject(new Error('before it was armed')));
      });
      note('left');
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', listen);
    expect(lines).toEqual(['1 left', '1 left']);
    expect(unhandled).toEqual([]);
  });
});

describe('fairness', () => {
  test('tasks take turns at every wait', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        for (const name of ['a', 'b']) {
          group.startSoon(function* () {
            for (let i = 0; i < 3; i += 1) {
              note(`${name}${i}`);
              yield* checkpoint();
            }
          });
        }
      });
    });
    expect(lines).toEqual(['0 a0', '0 b0', '0 a1', '0 b1', '0 a2', '0 b2']);
  });

  test('tasks that never rest leave the host its turns', async () => {
    const scope = new CancelScope();
    setImmediate(() => scope.cancel('from the host'));
    await virtual().run(() =>
      scope.run(function* () {
        for (;;) yield* checkpoint();
      }),
    );
    expect(scope.cancelReason).toBe('from the host');
  });

  test('a task that waits for one resolved promise after another does so too', async () => {
    const scope = new CancelScope();
    setImmediate(() => scope.cancel('from the host'));
    await virtual().run(() =>
      scope.run(function* () {
        for (;;) yield* waitForPromise(Promise.resolve());
      }),
    );
    expect(scope.cancelReason).toBe('from the host');
  });

  test('a task that swallows its cancellation for ever leaves the host its turns', async () => {
    const record: string[] = [];
    const gaveUp = new Event();
    setImmediate(() => {
      record.push('the host had its turn');
      gaveUp.set();
    });
    await virtual().run(() =>
      moveOnAfter(0, {}, function* () {
        let times = 0;
        while (!gaveUp.isSet()) {
          try {
            yield* sleep(1);
          } catch (error) {
            if (!(error instanceof Cancelled)) throw error;
            times += 1;
          }
        }
        record.push(times > 1 ? 'cancelled again and again' : 'cancelled once');
      }),
    );
    expect(record).toEqual(['the host had its turn', 'cancelled again and again']);
  });
});

describe('deadlock', () => {
  test('names the tasks and what they wait for', async () => {
    const stuck = virtual().run(
      () =>
        createTaskGroup(function* (group) {
          group.startSoon(() => new Event().wait(), { name: 'child1' });
          group.startSoon(sleepForever, { name: 'child2' });
        }),
      { name: 'order_book' },
    );
    await expect(stuck).rejects.toBeInstanceOf(DeadlockError);
    await expect(stuck).rejects.toThrow(
      'every task waits and no timer is set: ' +
        'order_book (task group), child1 (event), child2 (sleep)',
    );
  });

  test('names a thread too', async () => {
    const stuck = virtual().run(() =>
      runSync(() => wait({ what: 'lock', arm: () => {} }), { name: 'indexer' }),
    );
    await expect(stuck).rejects.toThrow('main (thread), indexer (lock)');
  });

  test('is none while a promise is waited for, or a timer is set', async () => {
    const loop = virtual();
    const event = new Event();
    loop.at(5, () => event.set());
    await loop.run(() => event.wait());
    expect(loop.clock.now()).toBe(5);

    const { promise, resolve } = Promise.withResolvers<string>();
    const ended = virtual().run(() => waitForPromise(promise));
    setImmediate(() => setImmediate(() => resolve('late')));
    expect(await ended).toBe('late');
  });

  test('is one where only an echo of its own tasks is waited for, once that has had its time', async () => {
    const loop = virtual();
    const heard = new Event();
    const answer = (ask: Promise<void>) => ask.then(() => new Promise(setImmediate));
    await loop.run(() => waitForPromise(answer(Promise.resolve()), 'answer', 'echo'));

    const stuck = virtual().run(() =>
      createTaskGroup(function* (group) {
        group.startSoon(() => heard.wait(), { name: 'server' });
        yield* waitForPromise(new Promise(() => {}), 'answer', 'echo');
      }),
    );
    await expect(stuck).rejects.toThrow('main (answer), server (event)');
  });

  test('shows what goes on at the moment', async () => {
    await noted(function* (_note, loop) {
      const child = loop.startTask(sleepForever, { name: 'child' });
      expect(child.waitingFor).toBe(null);
      yield* checkpoint();
      expect(loop.tasks().map((task) => task.waitingFor)).toEqual([null, 'sleep']);
    });
  });
});
