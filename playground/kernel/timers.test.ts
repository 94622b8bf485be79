import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Queue } from './queue.ts';
import { Timers, type Timer } from './timers.ts';

test('timers fire by time, then in the order in which they were set, cancelled ones never', () => {
  const plan = fc.array(
    fc.record({ when: fc.integer({ min: 0, max: 9 }), cancelled: fc.boolean() }),
    { maxLength: 400 },
  );
  fc.assert(
    fc.property(plan, (entries) => {
      const timers = new Timers();
      const fired: number[] = [];
      const set = entries.map(({ when }, i) => timers.set(when, () => fired.push(i)));
      entries.forEach(({ cancelled }, i) => {
        if (cancelled) timers.cancel(set[i] as Timer);
      });
      for (let first = timers.first(); first !== undefined; first = timers.first()) {
        timers.takeFirst();
        first.fire?.();
      }
      const expected = entries
        .map(({ when, cancelled }, i) => ({ when, cancelled, i }))
        .filter(({ cancelled }) => !cancelled)
        .sort((a, b) => a.when - b.when || a.i - b.i)
        .map(({ i }) => i);
      expect(fired).toEqual(expected);
    }),
  );
});

test('a queue gives what it was given, first things first, what is put back before all', () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.record({ do: fc.constant('push' as const), item: fc.nat() }) },
      { weight: 5, arbitrary: fc.record({ do: fc.constant('take' as const) }) },
      fc.record({ do: fc.constant('putBack' as const), items: fc.array(fc.nat()) }),
    ),
    { maxLength: 300 },
  );
  fc.assert(
    fc.property(steps, (plan) => {
      const queue = new Queue<number>();
      let model: number[] = [];
      for (const step of plan) {
        if (step.do === 'push') {
          queue.push(step.item);
          model.push(step.item);
        } else if (step.do === 'putBack') {
          queue.putBack(step.items);
          model = [...step.items, ...model];
        } else expect(queue.take()).toBe(model.shift());
        expect(queue.length).toBe(model.length);
      }
    }),
  );
});

test('a long queue gives room back and loses nothing', () => {
  const queue = new Queue<number>();
  let taken = 0;
  for (let i = 0; i < 10_000; i += 1) {
    queue.push(i);
    if (i % 3 !== 0) expect(queue.take()).toBe(taken++);
  }
  while (queue.length > 0) expect(queue.take()).toBe(taken++);
  expect(taken).toBe(10_000);
});
