import { describe, expect, test, vi } from 'vitest';
import {
  checkpoint,
  createTaskGroup,
  currentTime,
  due,
  giveWay,
  Loop,
  moveOnAfter,
  RealClock,
  sleep,
  sleepForever,
  sleepUntil,
  VirtualClock,
  waitForPromise,
} from './index.ts';
import { ending, noted } from './testing.ts';

describe('the virtual clock', () => {
  test('jumps to the next timer, to its very time', async () => {
    const times: number[] = [];
    await noted(function* (_note, loop) {
      for (const time of [0.1, 0.2, 0.30000000000000004, 1e6]) {
        loop.at(time, () => times.push(loop.clock.now()));
      }
      yield* sleepUntil(1e6);
      times.push(currentTime());
    });
    expect(times).toEqual([0.1, 0.2, 0.30000000000000004, 1e6, 1e6]);
  });

  test('timers of the same time fire in the order in which they were set', async () => {
    const lines = await noted(function* (note, loop) {
      yield* createTaskGroup(function* (group) {
        for (const name of ['a', 'b', 'c']) {
          group.startSoon(function* () {
            yield* sleep(1);
            note(name);
          });
        }
        loop.at(1, () => note('set last but from outside first'));
      });
    });
    expect(lines).toEqual(['1 set last but from outside first', '1 a', '1 b', '1 c']);
  });

  test('a time in the past is a checkpoint, and so is no time', async () => {
    const lines = await noted(function* (note, loop) {
      yield* sleep(5);
      for (const operation of [() => sleepUntil(1), () => sleep(0), () => sleep(-1)]) {
        loop.startTask(function* () {
          note('another task');
        });
        yield* operation();
        note('behind');
      }
    });
    expect(lines).toEqual(Array.from({ length: 3 }, () => ['5 another task', '5 behind']).flat());
  });

  test('stands still while tasks compute', async () => {
    await noted(function* () {
      for (let i = 0; i < 1000; i += 1) yield* checkpoint();
      expect(currentTime()).toBe(0);
    });
  });

  test('can begin at another time', async () => {
    const loop = new Loop({ clock: new VirtualClock(100) });
    expect(
      await loop.run(function* () {
        yield* sleep(1);
        return currentTime();
      }),
    ).toBe(101);
  });

  test('lets computing pass only where it goes on for long without a jump', () => {
    const clock = new VirtualClock();
    clock.spend(0.07);
    clock.jump(1);
    clock.spend(0.07);
    expect(clock.now()).toBe(1);
    clock.spend(0.07);
    expect(clock.now()).toBe(1.07);
  });

  test('stands still while the machine pauses in the middle of a step', async () => {
    let pause = 0;
    const now = performance.now.bind(performance);
    const read = vi.spyOn(performance, 'now').mockImplementation(() => now() + pause);
    try {
      const lines = await noted(function* (note) {
        yield* checkpoint();
        pause += 400;
        while (!due());
        yield* giveWay();
        note('paused');
        yield* sleep(0.1);
        note('waited');
      });
      expect(lines).toEqual(['0 paused', '0.1 waited']);
    } finally {
      read.mockRestore();
    }
  });

  test('waits for chains of resolved promises before it jumps', async () => {
    const lines = await noted(function* (note) {
      async function chain(): Promise<string> {
        for (let i = 0; i < 20; i += 1) await null;
        return 'value';
      }
      yield* moveOnAfter(1, {}, function* () {
        note(yield* waitForPromise(chain()));
        yield* sleepForever();
      });
      note('behind');
    });
    expect(lines).toEqual(['0 value', '1 behind']);
  });

  test('gives what happens in the host’s next turn its place before the jump', async () => {
    const lines = await noted(function* (note) {
      const { port1, port2 } = new MessageChannel();
      const message = new Promise((resolve) => (port1.onmessage = resolve));
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          port2.postMessage('hello');
          yield* waitForPromise(message);
          note('message');
          port1.close();
        });
        yield* sleep(1);
        note('timer');
      });
    });
    expect(lines).toEqual(['0 message', '1 timer']);
  });

  test('without promises it needs neither a turn of the host nor a timer', async () => {
    const real = { setTimeout, setImmediate, MessageChannel };
    const refuse = (): never => {
      throw new Error('the host was asked');
    };
    Object.assign(globalThis, { setTimeout: refuse, setImmediate: refuse, MessageChannel: refuse });
    try {
      const lines = await noted(function* (note) {
        yield* moveOnAfter(1, {}, () =>
          createTaskGroup(function* (group) {
            group.startSoon(sleepForever);
            yield* sleep(30);
          }),
        );
        note('behind');
      });
      expect(lines).toEqual(['1 behind']);
    } finally {
      Object.assign(globalThis, real);
    }
  });

  test('what hears of a task’s end outside the kernel may act before the jump', async () => {
    const lines = await noted(function* (note, loop) {
      const other = loop.startTask(function* () {
        yield* sleep(1);
      });
      let stop: () => void = () => {};
      void other.promise.then(() => stop());
      yield* moveOnAfter(5, {}, function* (scope) {
        stop = () => scope.cancel();
        note(yield* ending(sleepForever()));
      });
    });
    expect(lines).toEqual(['1 cancelled']);
  });
});

describe('the real clock', () => {
  test('fires timers in order', async () => {
    const record: string[] = [];
    const loop = new Loop({ clock: new RealClock() });
    // Not by tasks that sleep: on a busy machine a time may be past before its task takes its first step.
    await loop.run(function* () {
      const now = currentTime();
      for (const ms of [6, 2, 4]) loop.at(now + ms / 1000, () => record.push(`${ms} ms`));
      yield* sleepUntil(now + 0.008);
    });
    expect(record).toEqual(['2 ms', '4 ms', '6 ms']);
  });

  test('never wakes early', async () => {
    const loop = new Loop({ clock: new RealClock() });
    await loop.run(function* () {
      for (let i = 1; i <= 5; i += 1) {
        const until = currentTime() + i / 1000;
        yield* sleepUntil(until);
        expect(currentTime()).toBeGreaterThanOrEqual(until);
      }
    });
  });

  test('waits for promises, and cuts at a deadline', async () => {
    const loop = new Loop({ clock: new RealClock() });
    const record: string[] = [];
    await loop.run(function* () {
      record.push(yield* waitForPromise(Promise.resolve('value')));
      const scope = yield* moveOnAfter(0.002, {}, () => waitForPromise(new Promise(() => {})));
      record.push(`cut: ${scope.cancelledCaught}`);
    });
    expect(record).toEqual(['value', 'cut: true']);
  });

  test('a timer set from outside while the loop rests is heeded', async () => {
    const record: string[] = [];
    const loop = new Loop({ clock: new RealClock() });
    const open = Promise.withResolvers<void>();
    const ended = loop.run(() =>
      moveOnAfter(60, {}, function* (scope) {
        loop.at(0, () => open.resolve());
        void open.promise.then(() => (scope.deadline = loop.clock.now() + 0.002));
        record.push(yield* ending(sleepForever()));
      }),
    );
    await ended;
    expect(record).toEqual(['cancelled']);
  });
});
