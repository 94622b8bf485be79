import { describe, expect, test } from 'vitest';
import {
  Cancelled,
  CancelScope,
  cancelShieldedCheckpoint,
  checkpoint,
  checkpointIfCancelled,
  createTaskGroup,
  currentTask,
  currentTime,
  Event,
  ExceptionGroup,
  Loop,
  moveOnAfter,
  NoEventLoopError,
  sleep,
  sleepForever,
  VirtualClock,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

describe('level cancellation', () => {
  test('every wait raises again until the scope ends', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(0.5, () => scope.cancel());
      yield* scope.run(function* () {
        note(yield* ending(sleep(30)));
        note(yield* ending(sleep(1)));
        note(yield* ending(checkpoint()));
        note(yield* ending(new Event().wait()));
      });
      note(yield* ending(sleep(1)));
    });
    expect(lines).toEqual([
      '0.5 cancelled',
      '0.5 cancelled',
      '0.5 cancelled',
      '0.5 cancelled',
      '1.5 returned',
    ]);
  });

  test('two waits in one finally both raise', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(1, {}, function* () {
        try {
          yield* sleep(30);
        } finally {
          note(yield* ending(sleep(0.1)));
          note(yield* ending(sleep(0.1)));
        }
      });
      note('behind');
    });
    expect(lines).toEqual(['1 cancelled', '1 cancelled', '1 behind']);
  });

  test('sleep(0) raises', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        note(yield* ending(sleep(0)));
      });
    });
    expect(lines).toEqual(['0 cancelled']);
  });

  test('an operation that never waits completes', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        note(yield* ending((function* () {})()));
      });
      note(String(scope.cancelledCaught));
    });
    expect(lines).toEqual(['0 returned', '0 false']);
  });

  test('other tasks run between two throws at one task', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          const scope = new CancelScope();
          yield* scope.run(function* () {
            scope.cancel();
            for (const round of [1, 2]) note(`${round} ${yield* ending(checkpoint())}`);
          });
        });
        group.startSoon(function* () {
          for (const step of ['a', 'b']) {
            note(step);
            yield* checkpoint();
          }
        });
      });
    });
    expect(lines).toEqual(['0 a', '0 1 cancelled', '0 b', '0 2 cancelled']);
  });

  test('what a body returns after it caught the cancellation is returned', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      const value = yield* scope.run(function* () {
        scope.cancel();
        return yield* ending(checkpoint());
      });
      note(`${value} ${scope.cancelCalled} ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 cancelled true false']);
  });

  test('an error from a finally takes the place of the cancellation', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      const error = yield* thrownBy(
        scope.run(function* () {
          try {
            scope.cancel();
            yield* checkpoint();
          } finally {
            throw new Error('the stock system is down');
          }
        }),
      );
      note(`${(error as Error).message}, caught: ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 the stock system is down, caught: false']);
  });
});

describe('cancel', () => {
  test('only the first call counts', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel('first');
        scope.cancel('second');
        const cancelled = yield* thrownBy(checkpoint());
        note(String((cancelled as Cancelled).reason));
      });
      note(String(scope.cancelReason));
    });
    expect(lines).toEqual(['0 first', '0 first']);
  });

  test('again while the block unwinds does nothing', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(1, () => scope.cancel());
      loop.at(1.2, () => scope.cancel());
      yield* scope.run(function* () {
        try {
          yield* sleep(30);
        } finally {
          yield* moveOnAfter(5, { shield: true }, () => sleep(0.5));
          note('released');
        }
      });
      note(String(scope.cancelledCaught));
    });
    expect(lines).toEqual(['1.5 released', '1.5 true']);
  });

  test('before entering: the first wait raises', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      scope.cancel('too late');
      yield* scope.run(function* () {
        note('inside');
        yield* checkpoint();
        note('never');
      });
      note(`${scope.cancelReason} ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 inside', '0 too late true']);
  });

  test('before entering, from outside any loop', async () => {
    const scope = new CancelScope();
    scope.cancel();
    const loop = new Loop({ clock: new VirtualClock() });
    await loop.run(() => scope.run(sleepForever));
    expect(scope.cancelledCaught).toBe(true);
  });

  test('by another task, in order of the tree', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* createTaskGroup(function* (group) {
        group.startSoon(function* () {
          yield* scope.run(() =>
            createTaskGroup(function* (inner) {
              for (const name of ['a', 'b']) {
                inner.startSoon(function* () {
                  note(`${name} ${yield* ending(sleepForever())}`);
                });
              }
            }),
          );
          note('behind');
        });
        yield* sleep(2);
        scope.cancel();
        note('called');
      });
    });
    expect(lines).toEqual(['2 called', '2 a cancelled', '2 b cancelled', '2 behind']);
  });

  test('from outside any task, between two turns of the host', async () => {
    const loop = new Loop({ clock: new VirtualClock() });
    const scope = new CancelScope();
    const open = Promise.withResolvers<void>();
    const ended = loop.run(function* () {
      yield* scope.run(function* () {
        loop.startTask(function* () {
          open.resolve();
        });
        yield* sleepForeverOutside();
      });
      return scope.cancelledCaught;
    });
    await open.promise;
    scope.cancel('the page said so');
    expect(await ended).toBe(true);
  });

  test('cancelling the own scope raises at the next wait, not at the call', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        note('still here');
        yield* checkpoint();
        note('never');
      });
    });
    expect(lines).toEqual(['0 still here']);
  });

  test('after the end it marks the scope and cuts nothing', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(checkpoint);
      scope.cancel();
      note(`${yield* ending(checkpoint())} ${scope.cancelCalled} ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 returned true false']);
  });

  test('a wait that has ended before keeps its value; the next one raises', async () => {
    const lines = await noted(function* (note) {
      const event = new Event();
      const scope = new CancelScope();
      yield* createTaskGroup(function* (group) {
        group.startSoon(() =>
          scope.run(function* () {
            note(yield* ending(event.wait()));
            note(yield* ending(checkpoint()));
          }),
        );
        yield* sleep(1);
        event.set();
        scope.cancel();
      });
    });
    expect(lines).toEqual(['1 returned', '1 cancelled']);
  });

  test('the message says which scope, by whom and why', async () => {
    const loop = new Loop({ clock: new VirtualClock() });
    const messages: string[] = [];
    await loop.run(
      function* () {
        for (const reason of ['the customer left', undefined]) {
          const scope = new CancelScope();
          yield* scope.run(function* () {
            scope.cancel(reason);
            messages.push(((yield* thrownBy(checkpoint())) as Cancelled).message);
          });
        }
        yield* moveOnAfter(1, {}, function* () {
          messages.push(((yield* thrownBy(sleep(2))) as Cancelled).message);
        });
      },
      { name: 'order_book' },
    );
    expect(messages).toEqual([
      'Cancelled via cancel scope 1 by order_book; reason: the customer left',
      'Cancelled via cancel scope 2 by order_book',
      'Cancelled via cancel scope 3; reason: deadline exceeded',
    ]);
  });
});

describe('nesting', () => {
  test('an inner cancel ends the inner block alone', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          inner.cancel();
          yield* sleepForever();
        });
        note(yield* ending(sleep(1)));
      });
      note(`${inner.cancelledCaught} ${outer.cancelledCaught}`);
    });
    expect(lines).toEqual(['1 returned', '1 true false']);
  });

  test('an outer cancel passes through the inner scope', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          outer.cancel();
          yield* checkpoint();
        });
        note('never');
      });
      note(`${inner.cancelCalled} ${inner.cancelledCaught} ${outer.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 false false true']);
  });

  test('outer beats inner: where both are cancelled the outer one catches', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          inner.cancel();
          try {
            yield* checkpoint();
          } finally {
            outer.cancel();
          }
        });
        note('never');
      });
      note(`${inner.cancelledCaught} ${outer.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 false true']);
  });

  test('a shielded inner scope catches its own, although the outer one is cancelled too', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope({ shield: true });
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          inner.cancel();
          try {
            yield* checkpoint();
          } finally {
            outer.cancel();
          }
        });
        note('between');
      });
      note(`${inner.cancelledCaught} ${outer.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 between', '0 true false']);
  });

  test('the cancellation thrown is that of the innermost cancelled scope', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(() =>
        inner.run(function* () {
          outer.cancel();
          const first = (yield* thrownBy(checkpoint())) as Cancelled;
          inner.cancel();
          const second = (yield* thrownBy(checkpoint())) as Cancelled;
          note(`${first.scope === outer} ${second.scope === inner}`);
        }),
      );
    });
    expect(lines).toEqual(['0 true true']);
  });

  test('a scope knows its parent and its task its scope', async () => {
    await noted(function* () {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          expect(currentTask()?.scope).toBe(inner);
          expect(inner.parent).toBe(outer);
          expect([outer.id, inner.id]).toEqual([1, 2]);
          yield* checkpoint();
        });
        expect(currentTask()?.scope).toBe(outer);
      });
    });
  });
});

describe('shield', () => {
  test('hides an outer cancel until its block ends', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(0.5, () => outer.cancel());
      yield* outer.run(function* () {
        yield* new CancelScope({ shield: true }).run(() => sleep(1));
        note('whole');
        note(yield* ending(checkpoint()));
      });
    });
    expect(lines).toEqual(['1 whole', '1 cancelled']);
  });

  test('lets cleanup wait after a cancel', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(0.5, () => outer.cancel());
      yield* outer.run(function* () {
        try {
          yield* sleep(30);
        } finally {
          yield* moveOnAfter(5, { shield: true }, () => sleep(0.25));
          note('released');
        }
      });
      note(String(outer.cancelledCaught));
    });
    expect(lines).toEqual(['0.75 released', '0.75 true']);
  });

  test('opened while entered, it lets the pending cancel in at once', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      const shield = new CancelScope({ shield: true });
      loop.at(1, () => outer.cancel());
      loop.at(2, () => (shield.shield = false));
      yield* outer.run(() =>
        shield.run(function* () {
          note(yield* ending(sleep(30)));
          note(yield* ending(checkpoint()));
        }),
      );
    });
    expect(lines).toEqual(['2 cancelled', '2 cancelled']);
  });

  test('closed while entered, it hides from then on', async () => {
    const lines = await noted(function* (note) {
      const outer = new CancelScope();
      const inner = new CancelScope();
      yield* outer.run(function* () {
        yield* inner.run(function* () {
          outer.cancel();
          note(yield* ending(checkpoint()));
          inner.shield = true;
          note(yield* ending(sleep(1)));
          inner.shield = false;
          note(yield* ending(checkpoint()));
        });
      });
    });
    expect(lines).toEqual(['0 cancelled', '1 returned', '1 cancelled']);
  });

  test('its own cancel ends it', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope({ shield: true });
      yield* scope.run(function* () {
        scope.cancel();
        note(yield* ending(checkpoint()));
      });
    });
    expect(lines).toEqual(['0 cancelled']);
  });

  test('nested: the inner one is enough, and the outer one goes on behind it', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      const middle = new CancelScope({ shield: true });
      loop.at(1, () => outer.cancel());
      loop.at(2, () => middle.cancel());
      yield* outer.run(function* () {
        yield* middle.run(function* () {
          yield* new CancelScope({ shield: true }).run(() => sleep(3));
          note('innermost whole');
          note(`in the middle: ${yield* ending(checkpoint())}`);
        });
        note(`outside: ${yield* ending(checkpoint())}`);
      });
    });
    expect(lines).toEqual([
      '3 innermost whole',
      '3 in the middle: cancelled',
      '3 outside: cancelled',
    ]);
  });

  test('of a parent protects the tasks started in it', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(1, () => outer.cancel());
      yield* outer.run(function* () {
        yield* new CancelScope({ shield: true }).run(() =>
          createTaskGroup(function* (group) {
            group.startSoon(function* () {
              note(yield* ending(sleep(2)));
            });
          }),
        );
        note(yield* ending(checkpoint()));
      });
    });
    expect(lines).toEqual(['2 returned', '2 cancelled']);
  });

  test('a shielded checkpoint is not cancelled, checkpointIfCancelled only where it must be', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        note(yield* ending(checkpointIfCancelled()));
        scope.cancel();
        note(yield* ending(cancelShieldedCheckpoint()));
        note(yield* ending(checkpointIfCancelled()));
      });
    });
    expect(lines).toEqual(['0 returned', '0 returned', '0 cancelled']);
  });
});

describe('deadline', () => {
  test('in the past cancels on entering; the body runs to its first wait', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope({ deadline: currentTime() - 1 });
      yield* scope.run(function* () {
        note(`inside, cancelled: ${scope.cancelCalled}`);
        yield* checkpoint();
        note('never');
      });
      note(`${scope.cancelReason}`);
    });
    expect(lines).toEqual(['0 inside, cancelled: true', '0 deadline exceeded']);
  });

  test('moved later while entered', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope({ deadline: 1 });
      yield* scope.run(function* () {
        scope.deadline += 2;
        note(yield* ending(sleep(2)));
        note(yield* ending(sleep(2)));
      });
    });
    expect(lines).toEqual(['2 returned', '3 cancelled']);
  });

  test('moved earlier while entered, by another task', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope({ deadline: 10 });
      loop.at(1, () => (scope.deadline = 2));
      yield* scope.run(function* () {
        note(yield* ending(sleep(20)));
      });
    });
    expect(lines).toEqual(['2 cancelled']);
  });

  test('moved into the past cancels at once', async () => {
    const lines = await noted(function* (note, loop) {
      const scope = new CancelScope();
      loop.at(3, () => (scope.deadline = 1));
      yield* scope.run(function* () {
        note(yield* ending(sleep(20)));
      });
    });
    expect(lines).toEqual(['3 cancelled']);
  });

  test('taken away while entered', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope({ deadline: 1 });
      yield* scope.run(function* () {
        scope.deadline = Infinity;
        note(yield* ending(sleep(5)));
      });
    });
    expect(lines).toEqual(['5 returned']);
  });

  test('of a shield cuts the shielded block, and nothing else does', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(0.5, () => outer.cancel());
      yield* outer.run(function* () {
        try {
          yield* sleep(30);
        } finally {
          const scope = yield* moveOnAfter(5, { shield: true }, sleepForever);
          note(`cut: ${scope.cancelledCaught}`);
          note(yield* ending(checkpoint()));
        }
      });
    });
    expect(lines).toEqual(['5.5 cut: true', '5.5 cancelled']);
  });

  test('of an outer scope is outlasted by an inner shield', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(0.25, {}, function* () {
        yield* new CancelScope({ shield: true }).run(() => sleep(1));
        note('whole');
        yield* checkpoint();
        note('never');
      });
      note('behind');
    });
    expect(lines).toEqual(['1 whole', '1 behind']);
  });

  test('does nothing once the block has ended', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope({ deadline: 1 });
      yield* scope.run(() => sleep(0.5));
      note(yield* ending(sleep(5)));
      note(String(scope.cancelCalled));
    });
    expect(lines).toEqual(['5.5 returned', '5.5 false']);
  });

  test('a sleep that was set first and ends at the same time is not cut', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* createTaskGroup(function* (group) {
        group.startSoon(() =>
          scope.run(function* () {
            note(yield* ending(sleep(1)));
            note(yield* ending(checkpoint()));
          }),
        );
        yield* checkpoint();
        scope.deadline = 1;
      });
    });
    expect(lines).toEqual(['1 returned', '1 cancelled']);
  });
});

describe('what a scope swallows', () => {
  test('nothing where it was not cancelled', async () => {
    const lines = await noted(function* (note) {
      const foreign = new CancelScope();
      const scope = new CancelScope();
      const thrown = new Cancelled(foreign, 'from elsewhere');
      const error = yield* thrownBy(
        scope.run(function* () {
          throw thrown;
        }),
      );
      note(`${error === thrown} ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['0 true false']);
  });

  test('the cancellations in a group of errors; the others go on, nesting kept', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      const error = (yield* thrownBy(
        scope.run(function* () {
          scope.cancel();
          const cancelled = yield* thrownBy(checkpoint());
          const inner = new ExceptionGroup('inner', [cancelled, new Error('b')]);
          throw new ExceptionGroup('outer', [cancelled, new Error('a'), inner]);
        }),
      )) as ExceptionGroup;
      const [first, second] = error.errors as [Error, ExceptionGroup];
      note(`${error.message}: ${first.message}, ${second.message}: ${second.errors[0].message}`);
      note(String(scope.cancelledCaught));
    });
    expect(lines).toEqual(['0 outer (2 sub-exceptions): a, inner (1 sub-exception): b', '0 true']);
  });

  test('a group of nothing but cancellations as a whole', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(function* () {
        scope.cancel();
        throw new ExceptionGroup('all', [yield* thrownBy(checkpoint())]);
      });
      note(String(scope.cancelledCaught));
    });
    expect(lines).toEqual(['0 true']);
  });
});

describe('where a scope stands', () => {
  test('it is entered once', async () => {
    const lines = await noted(function* (note) {
      const scope = new CancelScope();
      yield* scope.run(checkpoint);
      note(((yield* thrownBy(scope.run(checkpoint))) as Error).message);
    });
    expect(lines).toEqual(['0 A cancel scope can be entered only once']);
  });

  test('it needs a task of the loop', () => {
    expect(() => new CancelScope().run(checkpoint).next()).toThrow(NoEventLoopError);
  });

  test('a task that outlives the block it was started in is still cancelled with what is around', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(2, () => outer.cancel());
      yield* outer.run(function* () {
        yield* new CancelScope({ deadline: 1 }).run(function* () {
          loop.startTask(function* () {
            note(yield* ending(sleepForever()));
          });
          yield* checkpoint();
        });
        note('the inner block has ended');
        yield* sleepForever();
      });
    });
    expect(lines).toEqual(['0 the inner block has ended', '2 cancelled']);
  });

  test('a task cannot be started in a scope that was not entered', async () => {
    await noted(function* (_note, loop) {
      expect(() => loop.startTask(checkpoint, { scope: new CancelScope() })).toThrow(/entered/);
      yield* checkpoint();
    });
  });
});

/** Waits for something the kernel cannot see, so that the run is no deadlock. */
function* sleepForeverOutside() {
  yield { what: 'outside', external: true, arm: () => {} };
}
