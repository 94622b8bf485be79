import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { sideways, test } from './site.ts';

test.beforeEach(async ({ page }) => {
  await page.goto('/');
});

test('a guess, then the run: how far off it was', async ({ page }) => {
  const predict = page.locator('.predict', {
    has: page.locator('[data-predict="order_book_unshielded"]'),
  });
  await predict.locator('summary').click();
  await predict.getByRole('spinbutton').fill('0.6');
  await predict.getByLabel('released').check();
  await predict.getByRole('button', { name: 'Run and compare' }).click();
  await expect(predict.locator('[data-right]')).toHaveText([
    'The finally ended at 0.50 s: your 0.60 s was 0.10 s too late.',
    'It was not released: Dune is still in holds.',
  ]);
  await expect(predict.locator('[data-bar][data-kind="finally"]').first()).toBeAttached();

  await predict.getByRole('spinbutton').fill('0.5');
  await predict.getByLabel('still there').check();
  await predict.getByRole('button', { name: 'Run and compare' }).click();
  await expect(predict.locator('[data-right="true"]')).toHaveCount(2);

  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
    const { violations } = await new AxeBuilder({ page }).include('.predict').analyze();
    expect(violations).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await sideways(page)).toBe(0);
});
