import { expect, type Locator } from '@playwright/test';
import { engines, test } from './engines.ts';
import { isAccessible, sideways } from './site.ts';

/** What the guide's table says of each cell. */
const VERDICTS = {
  modern: 'cancelled',
  legacy: 'cancelled',
  'modern json_response': 'runs to its end',
  'legacy json_response': 'cancelled',
  'modern stateless_http': 'cancelled',
  'legacy stateless_http': 'runs to its end',
};

/** Play what stands beside each other, to the end of the last. */
async function playAll(figure: Locator, button: string): Promise<void> {
  await figure.getByRole('button', { name: button, exact: true }).click();
  // A first start fetches and starts all of Python.
  await expect(figure).toHaveAttribute('data-state', 'ended', { timeout: 60_000 });
}

async function cellsAre(table: Locator, made: 'recorded' | 'run'): Promise<void> {
  for (const [cell, verdict] of Object.entries(VERDICTS)) {
    const button = table.locator(`[data-cell="${cell}"]`);
    await expect(button, cell).toHaveAttribute('data-verdict', verdict);
    await expect(button, cell).toHaveAttribute('data-made', made);
  }
}

for (const engine of engines) {
  test.describe(engine, () => {
    test.use({ engine });
    test.describe.configure({ timeout: 120_000 });

    test('the table of the two settings: as recorded, then all six run, a timeline a click away', async ({
      reader,
    }) => {
      await reader.goto('/');
      const table = reader.locator('[data-runs="switches"]');
      await cellsAre(table, 'recorded');
      await expect(table.locator('.made-by').first()).toHaveText(/^Recorded on CPython/);

      await playAll(table, 'Run all six');
      await expect(table).toHaveAttribute('data-engine', engine);
      await cellsAre(table, 'run');
      await expect(table.locator('.made-by').first()).toHaveText(/^Run in this browser, .* HTTP,/);

      await table.locator('[data-cell="legacy stateless_http"]').click();
      const shown = table.locator('[data-shown="legacy stateless_http"]');
      const handler = shown.locator('[data-bar][data-kind="handler"]');
      await expect(handler).toHaveAttribute('data-state', 'done');
      await expect(handler).toHaveAttribute('data-end', '30.1');
      await expect(shown.locator('[data-story]')).toContainText(
        'An answer came when nobody waited',
      );
      await table.locator('[data-cell="legacy"]').click();
      await expect(table.locator('[data-shown="legacy"] [data-kind="handler"]')).toHaveAttribute(
        'data-state',
        'cancelled',
      );
      await isAccessible(reader, '[data-runs="switches"]');
    });

    test('where the SDKs differ: each pair, run, shows its difference', async ({ reader }) => {
      await reader.goto('/where-the-sdks-differ/');
      const ends = {
        'json-is-cancelled': ['done', 'cancelled'],
        'no-session-unless-asked': ['cancelled', 'done'],
        'a-dropped-connection-cancels': ['done', 'cancelled'],
        'no-sign-of-life': ['done', 'done'],
      };
      const pairs = reader.locator('[data-runs]');
      await expect(pairs).toHaveCount(Object.keys(ends).length);
      for (const [id, [guide, sdk]] of Object.entries(ends)) {
        await test.step(id, async () => {
          const pair = reader.locator(`[data-runs="${id}"]`);
          await playAll(pair, 'Run both');
          const state = (side: string) =>
            pair.locator(`[data-side="${side}"] [data-bar][data-kind="handler"]`);
          await expect(state('guide')).toHaveAttribute('data-state', guide!);
          await expect(state('sdk')).toHaveAttribute('data-state', sdk!);
          await expect(pair.locator('[data-side="guide"] h3')).toContainText('mcp 2.');
          await expect(pair.locator('[data-side="sdk"] h3')).toContainText('server 2.');
        });
      }
      const life = reader.locator('[data-runs="no-sign-of-life"]');
      await expect(life.locator('[data-side="guide"]')).toContainText(/event stream.*15\.00 s/);
      await isAccessible(reader, '[data-runs="json-is-cancelled"]');
    });
  });
}

test('a choice of language is the whole page’s, and shows what that engine did', async ({
  page,
}) => {
  await page.goto('/');
  const table = page.locator('[data-runs="switches"]');
  await playAll(table, 'Run all six');
  await table.getByText('Python', { exact: true }).click();
  await expect(page.locator('[data-figure="order_book"]')).toHaveAttribute('data-engine', 'python');
  // Python has run nothing here: what was recorded stands there again.
  await cellsAre(table, 'recorded');
  await table.getByText('TypeScript', { exact: true }).click();
  await cellsAre(table, 'run');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the table can be read, and nothing in it can be pressed', async ({ page }) => {
    await page.goto('/');
    const table = page.locator('[data-runs="switches"]');
    await expect(table.locator('.switch-verdict:visible')).toHaveText(Object.values(VERDICTS));
    await expect(table.locator('button:visible, input:visible')).toHaveCount(0);
    await expect(table).toContainText('Recorded on CPython');
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`${colorScheme}, 390 px`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } });

    test('table and pair after a run: accessible, and nothing scrolls sideways', async ({
      page,
    }) => {
      await page.goto('/');
      const table = page.locator('[data-runs="switches"]');
      await playAll(table, 'Run all six');
      await table.locator('[data-cell="modern"]').click();
      await isAccessible(page, '[data-runs="switches"]');
      expect(await sideways(page)).toBe(0);

      await page.goto('/where-the-sdks-differ/');
      await playAll(page.locator('[data-runs="json-is-cancelled"]'), 'Run both');
      await isAccessible(page, '[data-runs="json-is-cancelled"]');
      expect(await sideways(page)).toBe(0);
    });
  });
}
