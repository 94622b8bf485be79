import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { engines, test } from './engines.ts';
import { sideways } from './site.ts';

for (const engine of engines) {
  test.describe(engine, () => {
    test.use({ engine });

    test('a program without its shield: the change, both runs, and what differs', async ({
      reader,
    }) => {
      await reader.goto('/');
      const on = reader.getByRole('button', { name: 'without the shield' });
      await on.click();
      await expect(on).toHaveAttribute('aria-pressed', 'true');
      const variant = reader.locator('[data-variant="order_book_unshielded"]');
      await expect(variant).toHaveAttribute('data-played', 'true', { timeout: 60_000 });
      const shield = engine === 'python' ? 'anyio.move_on_after(5' : 'moveOnAfter(5';
      await expect(variant.locator('del').filter({ hasText: shield })).toHaveCount(1);
      await expect(variant.locator('ins').first()).toBeVisible();

      // One axis: the same moments are marked in both.
      const ticks = await variant
        .locator('.tl-svg')
        .evaluateAll((all) =>
          all.map((svg) => [...svg.querySelectorAll('.tl-time')].map((tick) => tick.textContent)),
        );
      expect(ticks).toHaveLength(2);
      expect(ticks[0]).toEqual(ticks[1]);

      const name = engine === 'python' ? 'release_hold' : 'releaseHold';
      const only = variant.locator('.variant-only > div');
      await expect(only.nth(0)).toContainText('0.60 s holds is empty');
      await expect(only.nth(1)).toContainText(`0.50 s ${name} raised at its first await`);
      await expect(only.nth(1)).not.toContainText('holds is empty');
    });
  });
}

test('one change at a time: another takes its place, and pressed again it goes', async ({
  page,
}) => {
  await page.goto('/');
  const check = page.getByRole('button', { name: 'without the check' });
  const late = page.getByRole('button', { name: 'with the check after the loop' });
  await check.click();
  await expect(page.locator('[data-variant="never_asks"]')).toBeVisible();
  await late.click();
  await expect(page.locator('[data-variant="never_asks"]')).toHaveCount(0);
  const variant = page.locator('[data-variant="check_after_loop"]');
  await expect(variant).toHaveAttribute('data-played', 'true');
  await expect(check).toHaveAttribute('aria-pressed', 'false');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
    const { violations } = await new AxeBuilder({ page }).include('.variants').analyze();
    expect(violations).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sideways(page)).toBe(0);
  await late.click();
  await expect(page.locator('.variant')).toHaveCount(0);
});
