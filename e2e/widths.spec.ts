import { devices, expect } from '@playwright/test';
import { Figure } from './figure.ts';
import { pages, sideways, test, unfold } from './site.ts';

/** A reader's window: narrow, zoomed in, very wide. */
const windows = [
  { name: '320 px', viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
  { name: '1280 px at 200 %', viewport: { width: 640, height: 450 }, deviceScaleFactor: 2 },
  { name: '2560 px', viewport: { width: 2560, height: 1440 }, deviceScaleFactor: 1 },
];

for (const { name, ...window } of windows) {
  test.describe(name, () => {
    test.use(window);

    test('no page scrolls sideways, before and after a run', async ({ page }) => {
      for (const path of pages) {
        await page.goto(path);
        await unfold(page);
        expect(await sideways(page), path).toBe(0);
        const first = page.locator('[data-figure]').first();
        if ((await first.count()) === 0) continue;
        const figure = new Figure(page, first);
        await figure.useClock('virtual');
        await figure.start();
        await figure.ended();
        await figure.panel('Events');
        await figure.button('More').click();
        const menu = figure.box.getByRole('menu');
        await menu.scrollIntoViewIfNeeded();
        await expect(menu).toBeInViewport({ ratio: 0.9 });
        expect(await sideways(page), `${path} after a run`).toBe(0);
      }
    });
  });
}

test.describe('2560 px', () => {
  test.use({ viewport: { width: 2560, height: 1440 } });

  test('prose keeps its measure, and program and picture stand side by side', async ({ page }) => {
    await page.goto('/');
    const paragraph = (await page.locator('main p').first().boundingBox())!;
    expect(paragraph.width).toBeLessThan(800);
    const figure = page.locator('[data-figure="order_book"]');
    const code = (await figure.locator('.figure-code:visible').boundingBox())!;
    const picture = (await figure.locator('.run-view').boundingBox())!;
    expect(picture.x).toBeGreaterThanOrEqual(code.x + code.width - 1);
    expect(Math.abs(picture.y - code.y)).toBeLessThan(4);
    expect(code.width + picture.width).toBeGreaterThan(900);
  });
});

test.describe('a phone', () => {
  const { userAgent, isMobile, hasTouch, deviceScaleFactor } = devices['Pixel 7'];
  test.use({
    ...{ userAgent, isMobile, hasTouch, deviceScaleFactor },
    viewport: { width: 390, height: 844 },
  });

  test('a text field to type in, and the controls in reach while it runs', async ({ page }) => {
    await page.goto('/');
    const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
    await figure.button('Edit').tap();
    const text = figure.box.getByRole('textbox', { name: 'order_book, TypeScript' });
    await expect(text).toBeFocused();
    await expect(figure.box.locator('.monaco-editor')).toHaveCount(0);
    await text.press('Control+Home');
    await page.keyboard.type('// typed\n');
    await expect(text).toHaveValue(/^\/\/ typed\nimport/);
    await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();

    await figure.button('Run').tap();
    await figure.is('running');
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    for (const part of ['.code-plain', '.run-view', '.figure-story']) {
      await figure.box.locator(part).scrollIntoViewIfNeeded();
      await expect(figure.button('Stop')).toBeInViewport({ ratio: 1 });
    }
    await figure.button('Stop').tap();
    const events = await figure.ended();
    expect(events.find(({ kind }) => kind === 'handler.exit')?.['outcome']).toBe('cancelled');
    expect(await sideways(page)).toBe(0);
  });

  test('what a finger has to hit is large enough', async ({ page }) => {
    await page.goto('/');
    const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
    for (const name of ['Run', 'Stop', 'Timeout', 'More', 'Edit', 'Reset']) {
      const { width, height } = (await figure.button(name).boundingBox())!;
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(32);
    }
  });
});
