import { describe, expect, test } from 'vitest';
import {
  CancelScope,
  checkpoint,
  createTaskGroup,
  currentTask,
  Event,
  ExceptionGroup,
  moveOnAfter,
  sleep,
  sleepForever,
  type Operation,
  type TaskGroup,
  type TaskStatus,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

function* failing(seconds: number, message: string): Operation<void> {
  yield* sleep(seconds);
  throw new Error(message);
}

function messages(error: unknown): unknown {
  if (error instanceof ExceptionGroup) return error.errors.map(messages);
  return (error as Error).message;
}

describe('a task group', () => {
  test('ends after its children', async () => {
    const lines = await noted(function* (note) {
      const value = yield* createTaskGroup(function* (group) {
        for (const seconds of [2, 1]) {
          group.startSoon(function* () {
            yield* sleep(seconds);
            note(`child of ${seconds} s`);
          });
        }
        note('body');
        return 'value';
      });
      note(String(value));
    });
    expect(lines).toEqual(['0 body', '1 child of 1 s', '2 child of 2 s', '2 value']);
  });

  test('children start in order, after the body has come to its first wait', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        for (const name of ['a', 'b']) {
          group.startSoon(function* () {
            note(name);
            yield* checkpoint();
          });
        }
        note('body');
        yield* checkpoint();
        note('body again');
      });
    });
    expect(lines).toEqual(['0 body', '0 a', '0 b', '0 body again']);
  });

  test('an empty one is a wait, though not one that can be cancelled', async () => {
    const lines = await noted(function* (note, loop) {
      loop.startTask(function* () {
        note('another task');
      });
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        yield* createTaskGroup(function* () {});
        note('behind the group');
        yield* checkpoint();
        note('never');
      });
    });
    expect(lines).toEqual(['0 another task', '0 behind the group']);
  });

  test('children can start more children', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          yield* sleep(1);
          group.startSoon(function* () {
            yield* sleep(1);
            note('grandchild');
          });
        });
      });
      note('behind');
    });
    expect(lines).toEqual(['2 grandchild', '2 behind']);
  });

  test('takes no task once it has ended', async () => {
    await noted(function* () {
      let ended: TaskGroup | undefined;
      yield* createTaskGroup(function* (group) {
        ended = group;
        yield* checkpoint();
      });
      expect(() => ended?.startSoon(checkpoint)).toThrow(/not active/);
      expect(yield* thrownBy((ended as TaskGroup).start(checkpoint))).toMatchObject({
        message: expect.stringContaining('not active'),
      });
    });
  });

  test('a child inherits the context of its starter, has its host as parent, and no slot', async () => {
    await noted(function* () {
      const host = currentTask();
      if (host === null) throw new Error('no task');
      host.context = 'call 1';
      host.slot = 'of the host';
      yield* createTaskGroup(function* (group) {
        const child = group.startSoon(checkpoint, { name: 'child1' });
        expect(child).toMatchObject({ name: 'child1', context: 'call 1', slot: undefined });
        expect(child.parent).toBe(host);
        expect(child.scope).toBe(group.cancelScope);
        yield* checkpoint();
        yield* checkpoint();
        expect(child).toMatchObject({ done: true, outcome: { how: 'returned' }, scope: null });
      });
    });
  });
});

describe('cancelling a group', () => {
  test('cuts the body and every child, and ends quietly', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        for (const name of ['a', 'b']) {
          group.startSoon(function* () {
            note(`${name} ${yield* ending(sleepForever())}`);
          });
        }
        yield* sleep(1);
        group.cancelScope.cancel();
        note(`body ${yield* ending(checkpoint())}`);
      });
      note('behind');
    });
    expect(lines).toEqual(['1 a cancelled', '1 b cancelled', '1 body cancelled', '1 behind']);
  });

  test('waits for the shielded cleanup of its children', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          try {
            yield* sleepForever();
          } finally {
            yield* moveOnAfter(5, { shield: true }, () => sleep(1));
            note('released');
          }
        });
        yield* sleep(1);
        group.cancelScope.cancel();
      });
      note('behind');
    });
    expect(lines).toEqual(['2 released', '2 behind']);
  });

  test('an outer cancel while the group waits for its children reaches them, and passes on', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(1, () => outer.cancel());
      yield* outer.run(function* () {
        yield* createTaskGroup(function* (group) {
          group.startSoon(function* () {
            note(yield* ending(sleepForever()));
          });
        });
        note('never');
      });
      note(`behind, caught: ${outer.cancelledCaught}`);
    });
    expect(lines).toEqual(['1 cancelled', '1 behind, caught: true']);
  });

  test('a task put into a cancelled group starts, and is cancelled at its first wait', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.cancelScope.cancel();
        group.startSoon(function* () {
          note('started');
          note(yield* ending(checkpoint()));
        });
      });
    });
    expect(lines).toEqual(['0 started', '0 cancelled']);
  });

  test('a shield around the body does not protect tasks put into the cancelled group; a fresh group does', async () => {
    const lines = await noted(function* (note) {
      function* release(where: string): Operation<void> {
        note(`${where}: ${yield* ending(sleep(0.1))}`);
      }
      yield* createTaskGroup(function* (outer) {
        try {
          outer.cancelScope.cancel();
          yield* checkpoint();
        } finally {
          yield* moveOnAfter(5, { shield: true }, function* () {
            outer.startSoon(() => release('in the cancelled group'));
            yield* createTaskGroup(function* (fresh) {
              fresh.startSoon(() => release('in a fresh group'));
            });
          });
        }
      });
    });
    expect(lines).toEqual([
      '0 in the cancelled group: cancelled',
      '0.1 in a fresh group: returned',
    ]);
  });

  test('cancels a child although the host is shielded', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const cut = new Event();
      yield* outer.run(() =>
        createTaskGroup(function* (group) {
          group.startSoon(function* () {
            note(yield* ending(sleepForever()));
            cut.set();
          });
          yield* checkpoint();
          yield* new CancelScope({ shield: true }).run(function* () {
            outer.cancel();
            yield* cut.wait();
            note('the host saw it');
          });
        }),
      );
    });
    expect(lines).toEqual(['0 cancelled', '0 the host saw it']);
  });

  test('nested groups end from the inside out', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (outer) {
        outer.startSoon(function* () {
          try {
            yield* createTaskGroup(function* (inner) {
              inner.startSoon(function* () {
                note(`inner child ${yield* ending(sleepForever())}`);
              });
            });
          } finally {
            note('inner group has ended');
          }
        });
        yield* sleep(1);
        outer.cancelScope.cancel();
      });
      note('behind');
    });
    expect(lines).toEqual(['1 inner child cancelled', '1 inner group has ended', '1 behind']);
  });
});

describe('failures', () => {
  test('a failing child cancels its siblings and the body', async () => {
    const lines = await noted(function* (note) {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          group.startSoon(() => failing(1, 'out of stock'), { name: 'child1' });
          group.startSoon(function* () {
            note(`sibling ${yield* ending(sleep(5))}`);
          });
          note(`body ${yield* ending(sleep(5))}`);
        }),
      );
      note((error as Error).message);
      note(String(messages(error)));
    });
    expect(lines).toEqual([
      '1 body cancelled',
      '1 sibling cancelled',
      '1 unhandled errors in a TaskGroup (1 sub-exception)',
      '1 out of stock',
    ]);
  });

  test('a failing body cancels the children', async () => {
    const lines = await noted(function* (note) {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          group.startSoon(function* () {
            note(`child ${yield* ending(sleep(5))}`);
          });
          yield* failing(1, 'the body broke');
        }),
      );
      note(String(messages(error)));
    });
    expect(lines).toEqual(['1 child cancelled', '1 the body broke']);
  });

  test('errors are gathered in the order in which they came, without the cancellations', async () => {
    await noted(function* () {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          group.startSoon(() => failing(1, 'first'));
          group.startSoon(function* () {
            try {
              yield* sleepForever();
            } finally {
              throw new Error('second, from a finally');
            }
          });
          group.startSoon(sleepForever);
        }),
      );
      expect(messages(error)).toEqual(['first', 'second, from a finally']);
      expect((error as Error).message).toBe('unhandled errors in a TaskGroup (2 sub-exceptions)');
    });
  });

  test('a failure in an inner group reaches the outer one as a group', async () => {
    await noted(function* () {
      const error = yield* thrownBy(
        createTaskGroup(function* (outer) {
          outer.startSoon(() =>
            createTaskGroup(function* (inner) {
              inner.startSoon(() => failing(1, 'deep'));
            }),
          );
          outer.startSoon(sleepForever);
        }),
      );
      expect(messages(error)).toEqual([['deep']]);
    });
  });

  test('cancelling its own inner scope is no failure', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(() => moveOnAfter(1, {}, sleepForever));
        note(yield* ending(sleep(2)));
      });
    });
    expect(lines).toEqual(['2 returned']);
  });
});

describe('start', () => {
  test('waits for started, and goes on with its value beside the task', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        const port = yield* group.start<number>(function* (status) {
          yield* sleep(1);
          status.started(8000);
          yield* sleep(1);
          note('the task ends');
        });
        note(`started with ${port}`);
      });
    });
    expect(lines).toEqual(['1 started with 8000', '2 the task ends']);
  });

  test('throws what the task throws before; the group goes on', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        const error = yield* thrownBy(group.start(() => failing(1, 'no port is free')));
        note((error as Error).message);
        note(yield* ending(sleep(1)));
      });
    });
    expect(lines).toEqual(['1 no port is free', '2 returned']);
  });

  test('throws where the task ends without a word', async () => {
    await noted(function* () {
      yield* createTaskGroup(function* (group) {
        expect(yield* thrownBy(group.start(checkpoint))).toMatchObject({
          message: expect.stringContaining('without calling'),
        });
      });
    });
  });

  test('what the task throws afterwards is the group’s', async () => {
    const lines = await noted(function* (note) {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          yield* group.start(function* (status) {
            status.started();
            yield* failing(1, 'later');
          });
          note(yield* ending(sleepForever()));
        }),
      );
      note(String(messages(error)));
    });
    expect(lines).toEqual(['1 cancelled', '1 later']);
  });

  test('started a second time throws in the task', async () => {
    await noted(function* () {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          yield* group.start(function* (status) {
            status.started();
            yield* checkpoint();
            status.started();
          });
        }),
      );
      expect(String(messages(error))).toContain('twice');
    });
  });

  test('cancelled while it waits, it cancels the task and awaits its end; the group lives', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        yield* moveOnAfter(1, {}, () =>
          group.start(function* () {
            try {
              yield* sleepForever();
            } finally {
              yield* moveOnAfter(5, { shield: true }, () => sleep(1));
              note('the task has cleaned up');
            }
          }),
        );
        note(`behind, the group is cancelled: ${group.cancelScope.cancelCalled}`);
      });
    });
    expect(lines).toEqual(['2 the task has cleaned up', '2 behind, the group is cancelled: false']);
  });

  test('what the task throws after the wait for it was cancelled is the group’s', async () => {
    await noted(function* () {
      const error = yield* thrownBy(
        createTaskGroup(function* (group) {
          yield* moveOnAfter(1, {}, () =>
            group.start(function* () {
              try {
                yield* sleepForever();
              } finally {
                throw new Error('the cleanup failed');
              }
            }),
          );
          yield* sleepForever();
        }),
      );
      expect(messages(error)).toEqual(['the cleanup failed']);
    });
  });

  test('in a cancelled group the task starts, and is cancelled at its first wait', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.cancelScope.cancel();
        yield* group.start(function* () {
          note('started');
          note(yield* ending(sleep(2)));
          yield* checkpoint();
        });
        note('never');
      });
    });
    expect(lines).toEqual(['0 started', '0 cancelled']);
  });

  test('a failure in another group that cancels the wait is not lost', async () => {
    await noted(function* () {
      const error = yield* thrownBy(
        createTaskGroup(function* (outer) {
          yield* createTaskGroup(function* (inner) {
            inner.startSoon(() => failing(1, 'cancels the start'));
            yield* outer.start(function* (status: TaskStatus<void>) {
              yield* sleep(2);
              status.started();
            });
          });
        }),
      );
      expect(messages(error)).toEqual([['cancels the start']]);
    });
  });
});
