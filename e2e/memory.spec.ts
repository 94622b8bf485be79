import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { Figure, left, of } from './figure.ts';

/** Sandboxes that are there: each holds one worker. */
const sandboxes = (page: Page): Promise<number> => page.locator('iframe[sandbox]').count();

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

test('forty runs, some stopped, some killed: one idle worker is left, and the heap stays flat', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const session = await page.context().newCDPSession(page);
  const figure = await Figure.inGuide(page, 'order_book');
  let early = 0;
  for (let round = 1; round <= 40; round++) {
    await figure.start();
    await figure.waitFor({ kind: 'await.enter' });
    if (round % 10 === 0) {
      await figure.kill();
      await figure.is('crashed');
    } else {
      await figure.stop();
      const trace = await figure.ended();
      expect(left(trace, 'holds')).toEqual([]);
    }
    if (round === 10) early = await heap(session);
  }
  await expect.poll(() => sandboxes(page)).toBeLessThanOrEqual(1);
  expect((await heap(session)) / early).toBeLessThan(1.1);
});

test('leaving the page and coming back twenty times leaves no worker behind', async ({ page }) => {
  test.setTimeout(120_000);
  const figure = await Figure.inGuide(page, 'order_book');
  for (let round = 0; round < 20; round++) {
    await figure.start();
    await figure.waitFor({ kind: 'await.enter' });
    // In the midst of its shielded cleanup, every other time.
    if (round % 2 === 0) {
      await figure.stop();
      await figure.waitFor({ kind: 'shield.enter' });
    }
    await page.goto('/how-to-read/');
    await expect.poll(() => sandboxes(page)).toBe(0);
    await page.goBack();
    await figure.wake();
    await expect.poll(() => sandboxes(page)).toBeLessThanOrEqual(1);
  }
});

test('what one run leaves behind is not there in the next', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'order_book_unshielded');
  await figure.useClock('virtual');
  await figure.start();
  expect(left(await figure.ended(), 'holds')).toEqual(['Dune']);
  await figure.start();
  const states = of(await figure.ended(), 'state').map(({ values }) => values);
  // The hold is taken anew: had it stayed, adding it again would change nothing.
  expect(states[0]).toEqual({ holds: ['Dune'] });
});
