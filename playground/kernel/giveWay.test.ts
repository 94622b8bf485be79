import { describe, expect, test } from 'vitest';
import {
  CancelScope,
  checkCancelled,
  checkpoint,
  createTaskGroup,
  due,
  Event,
  giveWay,
  Loop,
  moveOnAfter,
  runSync,
  sleep,
  VirtualClock,
  waitForPromise,
  type Observer,
  type Operation,
} from './index.ts';
import { noted } from './testing.ts';

/** Computes, giving way as compiled programs do, until told to stop. */
function* compute(until: () => boolean): Operation<void> {
  while (!until()) if (due()) yield* giveWay();
}

const seeBlocked = (record: string[]): Observer => ({
  blocked: (task) => record.push(`${task.name} blocks`),
  freed: (task) => record.push(`${task.name} frees`),
});

test('outside of a loop no slice runs', () => {
  for (let i = 0; i < 10_000; i += 1) expect(due()).toBe(false);
});

describe('a busy thread', () => {
  test('computes on when what a task said outside was answered', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const stop = new Event();
    const record: string[] = [];
    await noted(() =>
      createTaskGroup(function* (group) {
        group.startSoon(() =>
          runSync(function* () {
            while (!stop.isSet()) {
              while (!due());
              yield* giveWay();
              record.push('a slice');
            }
          }),
        );
        group.startSoon(function* () {
          yield* waitForPromise(asked.promise);
          record.push('asks');
          void Promise.resolve().then(answered.resolve);
        });
        group.startSoon(function* () {
          yield* waitForPromise(answered.promise);
          record.push('is answered');
          stop.set();
        });
        setImmediate(asked.resolve);
      }),
    );
    const at = record.indexOf('asks');
    expect(record.slice(at, at + 2)).toEqual(['asks', 'is answered']);
  });

  test('leaves tasks and the host their turns', async () => {
    const record: string[] = [];
    const stop = new Event();
    await noted(function* (_note, loop) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(() => runSync(() => compute(() => stop.isSet())));
        yield* sleep(0);
        yield* sleep(0);
        record.push('thread has started');
        setImmediate(() => {
          record.push('the host had its turn');
          loop.startTask(function* () {
            record.push('a task had its step');
            stop.set();
            yield* checkpoint();
          });
        });
      });
      record.push('thread has ended');
    });
    expect(record).toEqual([
      'thread has started',
      'the host had its turn',
      'a task had its step',
      'thread has ended',
    ]);
  });

  test('that asks is stopped in the middle of its work', async () => {
    const scope = new CancelScope();
    setImmediate(() => scope.cancel('stop'));
    await new Loop({ clock: new VirtualClock() }).run(() =>
      scope.run(() =>
        runSync(() =>
          compute(() => {
            checkCancelled();
            return false;
          }),
        ),
      ),
    );
    expect(scope.cancelledCaught).toBe(true);
  });

  test('blocks nothing', async () => {
    const record: string[] = [];
    let host = false;
    setImmediate(() => (host = true));
    await noted(() => runSync(() => compute(() => host)), seeBlocked(record));
    expect(record).toEqual([]);
  });
});

describe('a busy task', () => {
  test('holds other tasks up, leaves the host its turns, and is seen to block', async () => {
    const record: string[] = [];
    let host = false;
    setImmediate(() => {
      record.push('the host had its turn');
      host = true;
    });
    await noted(function* (_note, loop) {
      loop.startTask(function* () {
        record.push('another task');
        yield* checkpoint();
      });
      yield* compute(() => host);
      record.push('has computed');
      yield* checkpoint();
    }, seeBlocked(record));
    expect(record).toEqual([
      'main blocks',
      'the host had its turn',
      'has computed',
      'main frees',
      'another task',
    ]);
  });

  test('blocks once, however often it gives way, until its next wait or its end', async () => {
    const record: string[] = [];
    await noted(function* () {
      for (let i = 0; i < 3; i += 1) yield* giveWay();
      yield* checkpoint();
      yield* giveWay();
    }, seeBlocked(record));
    expect(record).toEqual(['main blocks', 'main frees', 'main blocks', 'main frees']);
  });

  test('is not cancelled where it gives way, but at its next wait', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        yield* giveWay();
        note('still here');
        yield* checkpoint();
        note('never');
      });
    });
    expect(lines).toEqual(['0 still here']);
  });

  test('gives up its place in the queue to nobody', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          note('a computes');
          yield* giveWay();
          note('a goes on');
        });
        group.startSoon(function* () {
          note('b');
          yield* checkpoint();
        });
      });
    });
    expect(lines).toEqual(['0 a computes', '0 a goes on', '0 b']);
  });
});

describe('time on the virtual clock', () => {
  test('stands still while a slice or two are computed', async () => {
    const lines = await noted(function* (note) {
      let turns = 0;
      while (turns < 3) {
        if (!due()) continue;
        turns += 1;
        yield* giveWay();
      }
      note('has computed');
    });
    expect(lines).toEqual(['0 has computed']);
  });

  test('passes for what never waits, so that what is set for later comes', async () => {
    const record: string[] = [];
    const scope = new CancelScope();
    const loop = new Loop({ clock: new VirtualClock() });
    loop.at(0.01, () => scope.cancel('set for later'));
    await loop.run(() =>
      scope.run(() =>
        compute(() => {
          if (scope.cancelCalled) record.push(String(scope.cancelReason));
          return scope.cancelCalled;
        }),
      ),
    );
    expect(record).toEqual(['set for later']);
  });

  test('passes for a thread that never waits, too', async () => {
    const loop = new Loop({ clock: new VirtualClock() });
    const scope = await loop.run(() =>
      moveOnAfter(0.01, {}, () =>
        runSync(() =>
          compute(() => {
            checkCancelled();
            return false;
          }),
        ),
      ),
    );
    expect(scope.cancelledCaught).toBe(true);
  });
});
