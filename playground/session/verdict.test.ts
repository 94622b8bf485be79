import fc from 'fast-check';
import { expect, it } from 'vitest';
import { notices } from './notices.ts';
import { judge } from './verdict.ts';
import type { Facts } from './verdict.ts';

const moment = fc.option(fc.integer({ min: 0, max: 20_000 }));
const facts: fc.Arbitrary<Facts> = fc.record({
  now: fc.integer({ min: 20_000, max: 40_000 }),
  silentSince: moment,
  loadingSince: moment,
  stopPressedAt: moment,
  blockedSince: moment,
  held: fc.boolean(),
  givenUpAt: moment,
  stubborn: fc.boolean(),
});

it('never ends a worker that answers and whose loop turns, whatever its handler does', () => {
  fc.assert(
    fc.property(facts, (given) => {
      const lively = { ...given, silentSince: null, blockedSince: null, loadingSince: null };
      expect(judge(lively).end).toBeNull();
    }),
  );
});

it('never ends a run that nobody asked to stop', () => {
  fc.assert(
    fc.property(facts, (given) => {
      expect(judge({ ...given, stopPressedAt: null, loadingSince: null }).end).toBeNull();
    }),
  );
});

it('gives 2 seconds from the later of the Stop and the silence', () => {
  const base: Facts = {
    now: 0,
    silentSince: 1500,
    loadingSince: null,
    stopPressedAt: 1000,
    blockedSince: null,
    held: false,
    givenUpAt: null,
    stubborn: false,
  };
  expect(judge({ ...base, now: 3499 }).end).toBeNull();
  expect(judge({ ...base, now: 3500 }).end).not.toBeNull();
});

it('never ends a worker whose loop a waiting call holds, and says so once Stop was pressed', () => {
  const base: Facts = {
    now: 30_000,
    silentSince: null,
    loadingSince: null,
    stopPressedAt: null,
    blockedSince: null,
    held: true,
    givenUpAt: null,
    stubborn: false,
  };
  expect(judge(base)).toEqual({ unresponsive: false, warning: null, end: null });
  expect(judge({ ...base, stopPressedAt: 100 })).toMatchObject({
    warning: notices.held,
    end: null,
  });
});
