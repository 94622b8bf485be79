import { describe, expect, test } from 'vitest';
import {
  Cancelled,
  CancelScope,
  checkCancelled,
  checkpoint,
  createTaskGroup,
  currentTask,
  currentTime,
  Event,
  fromThreadRun,
  fromThreadRunSync,
  moveOnAfter,
  NoEventLoopError,
  runSync,
  sleep,
  sleepForever,
  threadSleep,
  type Operation,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

describe('runSync', () => {
  test('gives what the thread returns, and throws what it throws', async () => {
    const lines = await noted(function* (note) {
      const value = yield* runSync(function* () {
        yield* threadSleep(1);
        return 'indexed';
      });
      note(value);
      const error = yield* thrownBy(
        runSync(function* () {
          yield* threadSleep(1);
          throw new Error('disk full');
        }),
      );
      note((error as Error).message);
    });
    expect(lines).toEqual(['1 indexed', '2 disk full']);
  });

  test('tasks go on while a thread sleeps', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(() =>
          runSync(function* () {
            for (let i = 0; i < 2; i += 1) {
              yield* threadSleep(1);
              note('thread');
            }
          }),
        );
        yield* sleep(0.5);
        note('task');
        yield* sleep(1);
        note('task');
      });
    });
    expect(lines).toEqual(['0.5 task', '1 thread', '1.5 task', '2 thread']);
  });

  test('in a cancelled scope it raises, and no thread starts', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        note(
          yield* ending(
            runSync(function* () {
              note('never');
            }),
          ),
        );
      });
    });
    expect(lines).toEqual(['0 cancelled']);
  });

  test('cancelled while the thread works: it is awaited, its value returned, and the next wait raises', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(1, () => scope.cancel());
      yield* scope.run(function* () {
        const value = yield* runSync(function* () {
          yield* threadSleep(3);
          return 'all done';
        });
        note(value);
        note(yield* ending(checkpoint()));
      });
    });
    expect(lines).toEqual(['3 all done', '3 cancelled']);
  });

  test('abandoned: the host leaves at once, the thread goes on, its end is nobody’s', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(1, {}, () =>
        runSync(
          function* () {
            note('thread begins');
            yield* threadSleep(3);
            note('thread ends');
            throw new Error('nobody hears this');
          },
          { abandonOnCancel: true },
        ),
      );
      note('host is gone');
    });
    expect(lines).toEqual(['0 thread begins', '1 host is gone', '3 thread ends']);
  });

  test('an abandoned thread that asks learns of it', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(1, {}, () =>
        runSync(
          function* () {
            yield* threadSleep(3);
            note(yield* ending(asking()));
          },
          { abandonOnCancel: true },
        ),
      );
      yield* sleep(4);
    });
    expect(lines).toEqual(['3 cancelled']);
  });

  test('two threads take turns', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        for (const name of ['a', 'b']) {
          group.startSoon(() =>
            runSync(function* () {
              for (let i = 0; i < 2; i += 1) {
                note(name);
                yield* threadSleep(1);
              }
            }),
          );
        }
      });
    });
    expect(lines).toEqual(['0 a', '0 b', '1 a', '1 b']);
  });
});

describe('checkCancelled', () => {
  test('is quiet while nothing is cancelled, raises at the first check after it, and each time again', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(1.5, () => scope.cancel('stop'));
      yield* scope.run(() =>
        runSync(function* () {
          for (let unit = 0; unit < 4; unit += 1) {
            note(yield* ending(asking()));
            yield* threadSleep(1);
          }
        }),
      );
    });
    expect(lines).toEqual(['0 returned', '1 returned', '2 cancelled', '3 cancelled']);
  });

  test('what it raises ends the thread and the scope of its host', async () => {
    const lines = await noted(function* (note, loop) {
      const offline = new Set<string>();
      const scope = new CancelScope();
      loop.at(1.5, () => scope.cancel('stop'));
      yield* scope.run(() =>
        runSync(function* () {
          offline.add('search');
          try {
            for (;;) {
              checkCancelled();
              yield* threadSleep(1);
            }
          } finally {
            offline.delete('search');
          }
        }),
      );
      note(`caught: ${scope.cancelledCaught}, offline: ${offline.size}`);
    });
    expect(lines).toEqual(['2 caught: true, offline: 0']);
  });

  test('has AnyIO’s short message and the reason', async () => {
    await noted(function* () {
      const scope = new CancelScope();
      yield* scope.run(() =>
        runSync(function* () {
          scope.cancel('stop');
          expect(checkCancelled).toThrow('Cancelled via cancel scope 1');
          const cancelled = (yield* thrownBy(asking())) as Cancelled;
          expect(cancelled).toMatchObject({ scope, reason: 'stop' });
        }),
      );
    });
  });

  test('is quiet where a shield of the host hides the cancel, also one opened before', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      const shield = new CancelScope({ shield: true });
      loop.at(1, () => outer.cancel());
      loop.at(3, () => (shield.shield = false));
      yield* outer.run(() =>
        shield.run(() =>
          runSync(function* () {
            yield* threadSleep(2);
            note(yield* ending(asking()));
            yield* threadSleep(2);
            note(yield* ending(asking()));
          }),
        ),
      );
    });
    expect(lines).toEqual(['2 returned', '4 cancelled']);
  });

  test('at top level there is no thread', () => {
    expect(checkCancelled).toThrow(NoEventLoopError);
  });

  test('in a task there is none either, cancelled or not', async () => {
    await noted(function* () {
      expect(checkCancelled).toThrow(NoEventLoopError);
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        expect(checkCancelled).toThrow(NoEventLoopError);
        yield* checkpoint();
      });
    });
  });

  test('nor in a thread that was started without a host', async () => {
    await noted(function* (_note, loop) {
      const own = loop.startTask(asking, { kind: 'thread' });
      expect(yield* thrownBy(own.join())).toBeInstanceOf(NoEventLoopError);
    });
  });

  test('nor in a task that a thread runs on the loop', async () => {
    await noted(function* () {
      yield* runSync(function* () {
        expect(yield* thrownBy(fromThreadRun(asking))).toBeInstanceOf(NoEventLoopError);
      });
    });
  });
});

describe('fromThreadRun', () => {
  test('runs a task in the host’s scope while the thread parks', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(() =>
        runSync(function* () {
          const value = yield* fromThreadRun(function* () {
            note(`${currentTask()?.kind} ${currentTask()?.scope === scope}`);
            yield* sleep(1);
            return 'from the loop';
          });
          note(value);
        }),
      );
    });
    expect(lines).toEqual(['0 task true', '1 from the loop']);
  });

  test('is cancelled with the host, and the thread gets to know', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(1, () => scope.cancel());
      yield* scope.run(() =>
        runSync(function* () {
          note(yield* ending(fromThreadRun(sleepForever)));
          note(yield* ending(fromThreadRun(checkpoint)));
        }),
      );
    });
    expect(lines).toEqual(['1 cancelled', '1 cancelled']);
  });

  test('is cancelled in an abandoned thread too', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(1, {}, () =>
        runSync(
          function* () {
            yield* threadSleep(2);
            note(yield* ending(fromThreadRun(sleepForever)));
          },
          { abandonOnCancel: true },
        ),
      );
      yield* sleep(5);
    });
    expect(lines).toEqual(['2 cancelled']);
  });

  test('throws what the task throws', async () => {
    await noted(function* () {
      yield* runSync(function* () {
        const error = yield* thrownBy(
          fromThreadRun(function* () {
            yield* sleep(1);
            throw new Error('from the loop');
          }),
        );
        expect(error).toMatchObject({ message: 'from the loop' });
      });
    });
  });

  test('fromThreadRunSync calls a function on the loop', async () => {
    await noted(function* () {
      const event = new Event();
      yield* runSync(function* () {
        const kind = yield* fromThreadRunSync(() => {
          event.set();
          return currentTask()?.kind;
        });
        expect(kind).toBe('task');
      });
      expect(event.isSet()).toBe(true);
    });
  });

  test('outside a worker thread there is no way in', async () => {
    await noted(function* () {
      expect(yield* thrownBy(fromThreadRun(checkpoint))).toBeInstanceOf(NoEventLoopError);
    });
  });
});

describe('threadSleep on the loop’s own task', () => {
  test('holds other tasks up, but not threads', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(() =>
          runSync(function* () {
            yield* threadSleep(1);
            note('thread');
          }),
        );
        group.startSoon(function* () {
          yield* sleep(1);
          note('task');
        });
        yield* sleep(0.5);
        yield* threadSleep(2);
        note('awake');
        yield* checkpoint();
        note('after the next wait');
      });
    });
    expect(lines).toEqual(['1 thread', '2.5 awake', '2.5 after the next wait', '2.5 task']);
  });

  test('a cancel while it sleeps, and one at its end, raise at the next wait', async () => {
    const lines = await noted(function* (note, loop) {
      for (const at of [1, 2]) {
        const scope = new CancelScope();
        loop.at(currentTime() + at, () => scope.cancel());
        yield* scope.run(function* () {
          note(yield* ending(threadSleep(2)));
          note(yield* ending(checkpoint()));
        });
      }
    });
    expect(lines).toEqual(['2 returned', '2 cancelled', '4 returned', '4 cancelled']);
  });

  test('a deadline that passes meanwhile is noticed when the loop is free again', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          yield* moveOnAfter(1, {}, sleepForever);
          note('the other task was cut');
        });
        yield* checkpoint();
        yield* threadSleep(3);
        note('awake');
      });
    });
    expect(lines).toEqual(['3 awake', '3 the other task was cut']);
  });

  test('tasks that were ready before go on first, in their order', async () => {
    const lines = await noted(function* (note, loop) {
      const late = new Event();
      loop.at(0.5, () => loop.at(1, () => late.set()));
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          yield* late.wait();
          note('c, ready in the same moment');
        });
        yield* checkpoint();
        for (const name of ['a', 'b']) {
          group.startSoon(function* () {
            note(name);
            yield* checkpoint();
          });
        }
        yield* threadSleep(1);
        yield* checkpoint();
        note('body');
      });
    });
    expect(lines).toEqual(['1 a', '1 b', '1 c, ready in the same moment', '1 body']);
  });

  test('wants a length that can be', async () => {
    await noted(function* () {
      expect(yield* thrownBy(threadSleep(-1))).toBeInstanceOf(RangeError);
      expect(yield* thrownBy(threadSleep('1' as unknown as number))).toBeInstanceOf(TypeError);
    });
  });
});

function* asking(): Operation<void> {
  checkCancelled();
}
