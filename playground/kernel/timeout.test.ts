import { describe, expect, test } from 'vitest';
import {
  CancelScope,
  checkpoint,
  createTaskGroup,
  currentEffectiveDeadline,
  currentTime,
  failAfter,
  failAt,
  moveOnAfter,
  moveOnAt,
  sleep,
  sleepForever,
  threadSleep,
  TimeoutError,
} from './index.ts';
import { ending, noted, thrownBy } from './testing.ts';

describe('moveOnAfter', () => {
  test('cuts the block and goes on behind it', async () => {
    const lines = await noted(function* (note) {
      const scope = yield* moveOnAfter(1, {}, function* () {
        yield* sleep(2);
        note('never');
      });
      note(`${scope.cancelCalled} ${scope.cancelledCaught}`);
    });
    expect(lines).toEqual(['1 true true']);
  });

  test('does nothing to a block that ends in time', async () => {
    const lines = await noted(function* (note) {
      const scope = yield* moveOnAfter(1, {}, () => sleep(0.5));
      note(`${scope.cancelCalled} ${scope.cancelledCaught}`);
      note(yield* ending(sleep(2)));
    });
    expect(lines).toEqual(['0.5 false false', '2.5 returned']);
  });

  test('null is no limit', async () => {
    const lines = await noted(function* (note) {
      const scope = yield* moveOnAfter(null, {}, () => sleep(1000));
      note(`${scope.deadline} ${scope.cancelCalled}`);
    });
    expect(lines).toEqual(['1000 Infinity false']);
  });

  test('knows the seconds that it was given, whatever the clock makes of them', async () => {
    const lines = await noted(function* (note) {
      yield* sleep(0.1);
      const scope = yield* moveOnAfter(0.3, {}, () => checkpoint());
      note(`${scope.deadline - currentTime()} ${scope.limit}`);
      note(`${(yield* moveOnAt(1, {}, () => checkpoint())).limit}`);
    });
    expect(lines).toEqual(['0.1 0.30000000000000004 0.3', '0.1 null']);
  });

  test('zero cuts at the first wait', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(0, {}, function* () {
        note('inside');
        yield* checkpoint();
        note('never');
      });
      note('behind');
    });
    expect(lines).toEqual(['0 inside', '0 behind']);
  });

  test('nested: the shorter one first, each goes on behind its own block', async () => {
    const lines = await noted(function* (note) {
      yield* moveOnAfter(2, {}, function* () {
        yield* moveOnAfter(1, {}, sleepForever);
        note('behind the inner');
        yield* sleepForever();
      });
      note('behind the outer');
    });
    expect(lines).toEqual(['1 behind the inner', '2 behind the outer']);
  });

  test('an outer limit that is shorter takes the inner block with it', async () => {
    const lines = await noted(function* (note) {
      const outer = yield* moveOnAfter(1, {}, function* () {
        const inner = yield* moveOnAfter(2, {}, sleepForever);
        note(`never ${inner.cancelledCaught}`);
      });
      note(String(outer.cancelledCaught));
    });
    expect(lines).toEqual(['1 true']);
  });

  test('moveOnAt takes a time', async () => {
    const lines = await noted(function* (note) {
      yield* sleep(1);
      yield* moveOnAt(1.5, {}, sleepForever);
      note('behind');
      yield* moveOnAt(null, {}, () => sleep(1));
      note('behind');
    });
    expect(lines).toEqual(['1.5 behind', '2.5 behind']);
  });

  test('wants a number', async () => {
    await noted(function* () {
      const text = '5' as unknown as number;
      expect(yield* thrownBy(moveOnAfter(text, {}, checkpoint))).toBeInstanceOf(TypeError);
      expect(yield* thrownBy(sleep(NaN))).toBeInstanceOf(TypeError);
    });
  });
});

describe('failAfter', () => {
  test('throws where its own deadline cut it', async () => {
    const lines = await noted(function* (note) {
      const error = yield* thrownBy(failAfter(1, { reason: 'too slow' }, () => sleep(2)));
      note(`${(error as Error).name}: ${(error as Error).message}`);
    });
    expect(lines).toEqual(['1 TimeoutError: too slow']);
  });

  test('resolves to what the block returned in time', async () => {
    const lines = await noted(function* (note) {
      const value = yield* failAfter(1, {}, function* () {
        yield* sleep(0.5);
        return 'ordered';
      });
      note(String(value));
    });
    expect(lines).toEqual(['0.5 ordered']);
  });

  test('null is no limit; failAt takes a time', async () => {
    const lines = await noted(function* (note) {
      yield* failAfter(null, {}, () => sleep(100));
      note(yield* ending(failAt(101, {}, sleepForever)));
      note(yield* ending(failAt(null, {}, () => sleep(1))));
    });
    expect(lines).toEqual(['101 TimeoutError', '102 returned']);
  });

  test('lets the TimeoutError of an inner block through, as it is', async () => {
    const lines = await noted(function* (note) {
      const thrown = new TimeoutError('the stock system');
      const error = yield* thrownBy(
        failAfter(5, {}, function* () {
          yield* sleep(1);
          throw thrown;
        }),
      );
      note(String(error === thrown));
    });
    expect(lines).toEqual(['1 true']);
  });

  test('an inner block that failed leaves the outer one alone', async () => {
    const lines = await noted(function* (note) {
      const value = yield* failAfter(5, {}, () => ending(failAfter(1, {}, sleepForever)));
      note(String(value));
    });
    expect(lines).toEqual(['1 TimeoutError']);
  });

  test('an outer cancel passes through and is no timeout', async () => {
    const lines = await noted(function* (note, loop) {
      const outer = new CancelScope();
      loop.at(1, () => outer.cancel());
      yield* outer.run(function* () {
        note(yield* ending(failAfter(5, {}, sleepForever)));
        yield* checkpoint();
      });
      note('behind');
    });
    expect(lines).toEqual(['1 cancelled', '1 behind']);
  });

  test('a cancel by hand is no timeout, not even where the deadline passes before the block ends', async () => {
    const lines = await noted(function* (note) {
      yield* failAfter(1, {}, function* (scope) {
        scope.cancel();
        yield* threadSleep(2);
        yield* checkpoint();
      });
      note('behind');
    });
    expect(lines).toEqual(['2 behind']);
  });

  test('a block that swallows the cancellation and returns in the end has not failed', async () => {
    const lines = await noted(function* (note) {
      const value = yield* failAfter(1, {}, () => ending(sleepForever()));
      note(String(value));
    });
    expect(lines).toEqual(['1 cancelled']);
  });

  test('works after an earlier scope was cancelled', async () => {
    const lines = await noted(function* (note) {
      yield* createTaskGroup(function* (group) {
        group.cancelScope.cancel();
        yield* checkpoint();
      });
      note(yield* ending(failAfter(1, {}, sleepForever)));
    });
    expect(lines).toEqual(['1 TimeoutError']);
  });

  test('a deadline that was moved counts where it is now', async () => {
    const lines = await noted(function* (note) {
      const operation = failAfter(1, {}, function* (scope) {
        scope.deadline += 3;
        yield* sleep(2);
        note('still here');
        yield* sleepForever();
      });
      note(yield* ending(operation));
    });
    expect(lines).toEqual(['2 still here', '4 TimeoutError']);
  });

  test('a group inside it ends before it fails', async () => {
    const lines = await noted(function* (note) {
      const operation = failAfter(1, {}, () =>
        createTaskGroup(function* (group) {
          group.startSoon(function* () {
            note(yield* ending(sleep(2)));
          });
          yield* sleep(2);
        }),
      );
      note(yield* ending(operation));
    });
    expect(lines).toEqual(['1 cancelled', '1 TimeoutError']);
  });
});

describe('currentEffectiveDeadline', () => {
  test('is the nearest that holds', async () => {
    await noted(function* () {
      expect(currentEffectiveDeadline()).toBe(Infinity);
      yield* moveOnAfter(10, {}, function* () {
        yield* moveOnAfter(20, {}, function* () {
          expect(currentEffectiveDeadline()).toBe(10);
          yield* moveOnAfter(5, {}, function* () {
            expect(currentEffectiveDeadline()).toBe(5);
            yield* checkpoint();
          });
        });
      });
    });
  });

  test('stops at a shield, whose own deadline counts', async () => {
    await noted(function* () {
      yield* moveOnAfter(10, {}, () =>
        moveOnAfter(50, { shield: true }, () =>
          moveOnAfter(1000, {}, function* () {
            expect(currentEffectiveDeadline() - currentTime()).toBe(50);
            yield* checkpoint();
          }),
        ),
      );
    });
  });

  test('is -Infinity where a cancel shows through', async () => {
    await noted(function* () {
      const outer = new CancelScope();
      yield* outer.run(function* () {
        yield* moveOnAfter(10, {}, function* (inner) {
          outer.cancel();
          expect(currentEffectiveDeadline()).toBe(-Infinity);
          inner.shield = true;
          expect(currentEffectiveDeadline()).toBe(10);
          yield* checkpoint();
        });
      });
    });
  });
});
