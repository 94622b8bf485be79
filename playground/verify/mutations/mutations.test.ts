import { beforeAll, expect, test } from 'vitest';
import { claims, MUTATIONS, type Claim, type MutationName } from '../../../content/claims.ts';
import { wholeEngine } from '../../engines/typescript/whole.ts';
import { liveOrderBook } from '../../trace/testing.ts';
import { readExample } from '../program.ts';
import { mutations } from './index.ts';
import { judge, type Judged } from './judge.ts';
import { weaknesses } from './table.ts';

const names = Object.keys(MUTATIONS) as MutationName[];
const engine = wholeEngine();
beforeAll(async () => {
  await engine.boot(() => {});
});

test('every claim catches the mutations it names, by a deciding fact', async () => {
  const judged = await judge(claims, engine, ({ brokenBy }) => brokenBy);
  expect(weaknesses(judged)).toEqual([]);
});

test('every mutation is named by a claim', () => {
  const named = new Set(claims.flatMap(({ brokenBy }) => brokenBy));
  expect(names.filter((name) => !named.has(name))).toEqual([]);
});

test('a claim that expects nothing is reported', async () => {
  const [claim] = claims.filter(({ id }) => id === 'cancels-handler');
  const [facts] = claim!.cases;
  const blind: Claim = {
    ...claim!,
    cases: [{ example: facts!.example, on: ['memory'], stops: [0.5], events: [], end: 0.6 }],
  };
  const judged: Judged[] = await judge([blind], engine, () => [
    'not-cancelled',
    'messages-in-memory',
  ]);
  expect(weaknesses(judged)).toEqual([
    expect.stringContaining(
      '“not-cancelled” (the cancellation does not reach the handler), and none of its deciding facts fails',
    ),
    expect.stringContaining(
      '“swallows-cancellation” (the handler swallows the cancellation and carries on), and its runs have nothing',
    ),
    expect.stringContaining('“turns-it-into-an-error”'),
  ]);
});

test('a claim that fails with nothing broken is an error', async () => {
  const [claim] = claims.filter(({ id }) => id === 'cancels-handler');
  const [facts] = claim!.cases;
  const wrong: Claim = { ...claim!, cases: [{ ...facts!, end: 1 }] };
  await expect(judge([wrong], engine, () => ['not-cancelled'])).rejects.toThrow(
    'cancels-handler over memory does not hold',
  );
});

test('a changed trace is sorted by time and leaves the original alone', () => {
  const events = liveOrderBook();
  const before = JSON.stringify(events);
  for (const name of names) {
    const mutation = mutations[name];
    if (mutation.breaks === 'program') continue;
    const after = mutation.change(events);
    if (after === null) continue;
    expect(after, name).not.toEqual(events);
    expect(after, name).toEqual(after.toSorted((a, b) => a.t - b.t));
  }
  expect(JSON.stringify(events)).toBe(before);
});

test('an edit applies only where its place is in the source', () => {
  const shielded = readExample('order_book', 'typescript').source;
  const unshielded = readExample('order_book_unshielded', 'typescript').source;
  const edit = (name: MutationName, source: string) => {
    const mutation = mutations[name];
    return mutation.breaks === 'program' ? mutation.edit(source) : null;
  };
  expect(edit('no-shield', shielded)).toContain('{ shield: false }');
  expect(edit('no-shield', unshielded)).toBeNull();
  expect(edit('no-finally', shielded)).not.toMatch(/try|finally/);
  expect(edit('never-asks', shielded)).toBeNull();
});
