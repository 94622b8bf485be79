import { expect, type Page } from '@playwright/test';
import { Figure, of } from './figure.ts';
import { readerOf } from './reader.ts';
import { test } from './site.ts';

test.use({ serviceWorkers: 'allow', forgiven: /Failed to load resource|ERR_INTERNET/ });

/** The service worker is there, and has kept the page with all that it loaded. */
async function isKept(page: Page): Promise<void> {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).active);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const parts = performance.getEntriesByType('resource').map(({ name }) => name);
        const wanted = [location.href, ...parts].filter(
          (url) => url.startsWith(location.origin) && !/\.(bin|zip)$|\/pyodide/.test(url),
        );
        const kept = await Promise.all(wanted.map((url) => caches.match(url)));
        return wanted.filter((_, at) => kept[at] === undefined);
      }),
    )
    .toEqual([]);
}

async function stoppedRun(figure: Figure): Promise<void> {
  await figure.useClock('virtual');
  await figure.start();
  const events = await figure.ended({ timeout: 60_000 });
  expect(of(events, 'handler.exit')[0]?.['outcome']).toBe('cancelled');
}

for (const language of ['typescript', 'python'] as const) {
  test.describe(language, () => {
    test.use({ storageState: async ({ baseURL }, use) => use(readerOf(language, baseURL!)) });

    test('once visited, the guide can be read and run without a network', async ({
      page,
      context,
    }) => {
      test.slow();
      await stoppedRun(await Figure.inGuide(page, 'order_book'));
      if (language === 'python') {
        await expect
          .poll(() =>
            page.evaluate(async () =>
              (await caches.open('afterstop-python')).keys().then(({ length }) => length),
            ),
          )
          .toBe(6);
      }
      await isKept(page);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancellation');
      await stoppedRun(await Figure.inGuide(page, 'order_book'));
      await page.goto('/how-it-works/').catch(() => null);
      await expect(page.getByText('this page was not visited before')).toBeVisible();
    });
  });
}

test('with a network the page is always the newest', async ({ page, context }) => {
  await page.goto('/');
  await isKept(page);
  await context.route('**/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('<h1 ', '<p>A newer page</p><h1 ');
    await route.fulfill({ response, body });
  });
  await page.reload();
  await expect(page.getByText('A newer page')).toBeVisible();
});

test('the sandbox of a program is out of its reach', async ({ page, context }) => {
  await page.goto('/');
  await isKept(page);
  await page.reload();
  const figure = await Figure.inGuide(page, 'order_book');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  await stoppedRun(figure);
  const [sandbox] = page.frames().filter((frame) => frame !== page.mainFrame());
  expect(
    await sandbox!.evaluate(() => navigator.serviceWorker?.controller ?? null).catch(() => null),
  ).toBeNull();
  expect(context.serviceWorkers()).toHaveLength(1);
});
