import { expect, test } from 'vitest';
import { createTaskGroup, Event, moveOnAfter, sleep } from './index.ts';
import { ending, noted } from './testing.ts';

test('set before the wait: the wait is a checkpoint', async () => {
  const lines = await noted(function* (note, loop) {
    const event = new Event();
    event.set();
    loop.startTask(function* () {
      note('another task');
    });
    yield* event.wait();
    note(`behind, set: ${event.isSet()}`);
  });
  expect(lines).toEqual(['0 another task', '0 behind, set: true']);
});

test('many waiters go on in the order of their waits', async () => {
  const lines = await noted(function* (note) {
    const event = new Event();
    yield* createTaskGroup(function* (group) {
      for (const name of ['a', 'b', 'c']) {
        group.startSoon(function* () {
          yield* event.wait();
          note(name);
        });
      }
      yield* sleep(1);
      note(`set: ${event.isSet()}`);
      event.set();
      event.set();
    });
  });
  expect(lines).toEqual(['1 set: false', '1 a', '1 b', '1 c']);
});

test('a waiter that was cancelled is not woken; those beside it are', async () => {
  const lines = await noted(function* (note) {
    const event = new Event();
    yield* createTaskGroup(function* (group) {
      group.startSoon(function* () {
        yield* moveOnAfter(1, {}, function* () {
          note(`a ${yield* ending(event.wait())}`);
        });
        note(`a ${yield* ending(sleep(2))}`);
      });
      group.startSoon(function* () {
        note(`b ${yield* ending(event.wait())}`);
      });
      yield* sleep(2);
      event.set();
    });
  });
  expect(lines).toEqual(['1 a cancelled', '2 b returned', '3 a returned']);
});
