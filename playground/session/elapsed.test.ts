import { expect, it } from 'vitest';
import { Elapsed } from './elapsed.ts';
import { FakeTime } from './testing.ts';

it('stands at zero until the first event', () => {
  const time = new FakeTime();
  const elapsed = new Elapsed('real', time);
  time.pass(300);
  expect(elapsed.now()).toBe(0);
});

it('is not set back by a message that was held up', () => {
  const time = new FakeTime();
  const elapsed = new Elapsed('real', time);
  elapsed.heard(0);
  time.pass(3000);
  elapsed.heard(1);
  expect(elapsed.now()).toBe(3);
});

it('moves up to a message that came faster than the first', () => {
  const time = new FakeTime();
  const elapsed = new Elapsed('real', time);
  time.pass(500);
  elapsed.heard(0); // half a second late
  time.pass(100);
  elapsed.heard(0.6);
  expect(elapsed.now()).toBeCloseTo(0.6, 9);
  time.pass(100);
  expect(elapsed.now()).toBeCloseTo(0.7, 9);
});
