import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { claims } from '../content/claims.ts';
import { engines, test } from './engines.ts';
import { sideways } from './site.ts';

const mark = (page: Page, id: string) => page.locator(`[data-proof="${id}"]`);
const proof = (page: Page, id: string) => page.locator(`[data-proof-of="${id}"] .proof`);
const bar = (page: Page) => page.locator('.proof-bar');
/** Runs over every transport that a case names. */
const runs = claims.flatMap(({ cases }) => cases).reduce((sum, { on }) => sum + on.length, 0);

for (const engine of engines) {
  test.describe(engine, () => {
    test.use({ engine });

    test('a mark unfolds the proof of its sentence: the verdict and what decided it', async ({
      reader,
    }) => {
      await reader.goto('/');
      await mark(reader, 'shield-needed').click();
      const shown = proof(reader, 'shield-needed');
      await expect(shown).toHaveAttribute('data-verdict', 'holds', { timeout: 60_000 });
      await expect(mark(reader, 'shield-needed')).toHaveAttribute('data-verdict', 'holds');
      const without = shown.locator('[data-proof-case="order_book_unshielded"]');
      const name = engine === 'python' ? 'release_hold' : 'releaseHold';
      await expect(without.locator('.proof-reasons li')).toHaveText([
        `0.50 s ${name} raised at its first await`,
        'Dune is still in holds at the end',
      ]);
      await expect(without.locator('[data-bar][data-state="leak"]').first()).toBeAttached();
      await expect(without.locator('.proof-recorded[data-same="true"]')).toHaveText(
        /^Same \d+ events as CPython 3\.\d+\.\d+, mcp 2\./,
      );
    });

    test('Prove all: every claim holds in this browser, over every transport', async ({
      reader,
    }) => {
      test.setTimeout(240_000);
      await reader.goto('/');
      await reader.getByRole('button', { name: 'Prove all' }).click();
      const done = { timeout: 120_000 };
      await expect(bar(reader)).toHaveAttribute('data-proving', 'false', done);
      await expect(bar(reader)).toHaveAttribute('data-holding', String(claims.length));
      await expect(bar(reader).getByRole('status').first()).toContainText(
        `${claims.length} of ${claims.length} claims hold in your browser`,
      );
      await bar(reader).getByLabel('over every transport').check();
      await bar(reader).getByRole('button', { name: 'Prove all' }).click();
      await expect(bar(reader)).toHaveAttribute('data-runs', String(runs), done);
      await expect(bar(reader)).toHaveAttribute('data-proving', 'false', done);
      await expect(bar(reader)).toHaveAttribute('data-failing', '0');
      await expect(bar(reader)).toHaveAttribute('data-holding', String(claims.length));
    });
  });
}

test.describe('on TypeScript', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
  });

  test('nothing of the proofs is fetched before a mark is pressed; pressed again, it folds', async ({
    page,
  }) => {
    await expect(mark(page, 'give-up')).toHaveAttribute('aria-expanded', 'false');
    await expect(page.locator('.proof')).toHaveCount(0);
    await mark(page, 'give-up').press('Enter');
    await expect(proof(page, 'give-up')).toHaveAttribute('data-verdict', 'holds');
    await expect(mark(page, 'give-up')).toHaveAttribute('aria-expanded', 'true');
    await proof(page, 'give-up').getByRole('button', { name: 'Close the proof' }).click();
    await expect(page.locator('.proof')).toHaveCount(0);
    await expect(mark(page, 'give-up')).toBeFocused();
  });

  test('a proof can be watched in real time, and ended', async ({ page }) => {
    await mark(page, 'order-book').click();
    const shown = proof(page, 'order-book').locator('[data-proof-case]');
    await shown.getByRole('button', { name: 'Watch it in real time' }).click();
    await expect(shown.locator('[data-bar][data-state="running"]').first()).toBeAttached();
    await shown.getByRole('button', { name: 'End it' }).click();
    await expect(shown.getByRole('button', { name: 'Watch it in real time' })).toBeVisible();
    await expect(shown.getByRole('status').filter({ hasText: 'Killed' })).toBeVisible();
  });

  test('an orange bar says why it was cancelled: who, through which scope, past which functions', async ({
    page,
  }) => {
    await mark(page, 'await-raises').click();
    const shown = proof(page, 'await-raises').locator('[data-proof-case]');
    await shown.locator('[data-bar][data-kind="handler"]').first().press('Enter');
    await expect(shown.locator('.tl-why')).toHaveText(
      /^The client stopped the call at 0\.50 s \(caller cancelled\)\. .* scope .* around each request\. It was raised in takePayment, line \d+, and passed orderBook, line \d+\.$/,
    );
  });

  test('a proof inside of a table stands below it, and no rule of access is broken', async ({
    page,
  }) => {
    await mark(page, 'json-modern').click();
    await expect(proof(page, 'json-modern')).toHaveAttribute('data-verdict', 'holds');
    await page.getByRole('button', { name: 'Prove all' }).click();
    await expect(bar(page)).toHaveAttribute('data-holding', String(claims.length));
    await expect(page.locator('table [data-proof-of]')).toHaveCount(0);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
      const { violations } = await new AxeBuilder({ page })
        .include('.proof')
        .include('.proof-bar')
        .include('.proof-mark')
        .analyze();
      expect(violations).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await sideways(page)).toBe(0);
  });
});
