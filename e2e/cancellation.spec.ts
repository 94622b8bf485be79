import { expect, type Page } from '@playwright/test';
import { claims } from '../content/claims.ts';
import { Figure, left, of } from './figure.ts';
import { test } from './engines.ts';
import { inOrder, isAbsent, verifies } from './verifies.ts';

// Every case of every claim, over every transport and on both engines, is tried by _Prove all_ (`proofs.spec.ts`) and in
// `playground/verify`. Here each figure plays its cases: all of them on the engine that starts at once, and on the
// other one case a program, for a figure shows either engine's events in the same way.
test.describe('typescript', () => {
  for (const { id, says, cases } of claims) {
    test(`${id}: ${says}`, async ({ guide }) => {
      for (const facts of cases) await verifies(guide, 'typescript', facts);
    });
  }
});

test.describe('python', () => {
  test.use({ engine: 'python' });
  const cases = new Map(claims.flatMap((claim) => claim.cases).map((one) => [one.example, one]));
  for (const [example, facts] of cases) {
    test(`the figure of ${example} shows what is claimed of it`, async ({ guide }) => {
      await verifies(guide, 'python', { ...facts, on: facts.on.slice(0, 1) });
    });
  }
});

test('every claim stands on the page, once, and nothing else is marked as one', async ({
  page,
}) => {
  await page.goto('/');
  const known = claims.map(({ id }) => id);
  expect((await idsOf(page)).toSorted()).toEqual(known.toSorted());
});

test('each claim is a place of its own in the page, and what points at claims leads there', async ({
  page,
}) => {
  await page.goto('/');
  const ids = await idsOf(page);
  for (const id of ids) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
  const links = await page
    .locator('main a[href^="#"]')
    .evaluateAll((all) =>
      all.map((link) => decodeURIComponent(link.getAttribute('href')!.slice(1))),
    );
  expect(links.length).toBeGreaterThan(6);
  for (const id of new Set(links)) await expect(page.locator(`[id="${id}"]`)).toHaveCount(1);
});

test('order_book, live: Run, then Stop; the payment raises, the hold is released, nothing is sent', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.start();
  await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
  await figure.is('running');
  await figure.stop();
  const trace = await figure.ended();

  const [stopped] = of(trace, 'client.stop');
  const [notice] = of(trace, 'cancel.notice');
  const [raise] = of(trace, 'await.raise');
  const [exit] = of(trace, 'handler.exit');
  expect(stopped!.t).toBeLessThanOrEqual(notice!.t);
  expect(notice!.t).toBeLessThanOrEqual(raise!.t);
  // A round trip to the stock system lies between them, and it was waited for.
  expect(exit!.t - raise!.t).toBeGreaterThanOrEqual(0.1);
  inOrder(trace, [
    { kind: 'await.raise', fn: 'takePayment', outcome: 'cancelled' },
    { kind: 'await.raise', fn: 'orderBook', what: 'takePayment' },
    { kind: 'finally.enter' },
    { kind: 'shield.enter', limit: 5 },
    { kind: 'await.return', what: 'releaseHold' },
    { kind: 'finally.exit', outcome: 'returned' },
    { kind: 'handler.exit', outcome: 'cancelled' },
  ]);
  isAbsent(trace, { kind: 'wire', dir: 's2c', call: 1 });
  expect(left(trace, 'holds')).toEqual([]);
  await expect(figure.story()).toHaveText(
    /^stop requested .+ s → server told .+ s → unwinding → cleaned up .+ s\. Nothing was sent\.$/,
  );
});

test('rebuild_index, live: Stop in mid-book; the client is gone, the thread works on to its next check', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'rebuild_index');
  await figure.watch();
  await figure.start();
  await figure.waitFor({ kind: 'work.enter', what: 'Dune' });
  await figure.stop();
  const trace = await figure.ended();

  const [notice] = of(trace, 'cancel.notice');
  const [inHand] = of(trace, 'work.exit').filter(({ t }) => t > notice!.t);
  inOrder(trace, [
    { kind: 'client.cancelled' },
    { kind: 'work.exit', what: inHand!['what'], outcome: 'returned' },
    { kind: 'check', raised: true },
    { kind: 'finally.exit', outcome: 'returned' },
    { kind: 'handler.exit', outcome: 'cancelled' },
  ]);
  isAbsent(trace, { kind: 'work.enter', after: notice!.t });
  expect(left(trace, 'offline')).toEqual([]);

  // Gone and still at work, both at once.
  const shown = await figure.shown();
  expect(shown).toContainEqual(
    expect.objectContaining({ state: 'stopping', call: 'cancelled', handler: 'running' }),
  );
  expect(shown.some(({ story }) => story.includes('still running'))).toBe(true);
  await expect(figure.story()).toContainText('a check raised');
});

const idsOf = (page: Page): Promise<string[]> =>
  page
    .locator('[data-claim]')
    .evaluateAll((claims) => claims.map((claim) => claim.getAttribute('data-claim') ?? ''));
