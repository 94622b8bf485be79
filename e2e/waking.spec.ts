import { expect, type Locator } from '@playwright/test';
import { readerOf, type Language } from './reader.ts';
import { test, unfold } from './site.ts';

/** Where each control of the island stands, by its words, seen from the island's corner. */
const placesOf = (island: Locator): Promise<[string, string][]> =>
  island.evaluate((element) => {
    const from = element.firstElementChild!.getBoundingClientRect();
    const controls = element.querySelectorAll<HTMLElement>('button, input, select, [role="tab"]');
    return [...controls]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }))
      .map((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const name = control.ariaLabel ?? control.closest('label')?.innerText ?? control.innerText;
        return [name.trim(), [x - from.x, y - from.y, width, height].map(Math.round).join(' ')] as [
          string,
          string,
        ];
      });
  });

/** A press begins on a sleeping figure and ends on a waking one: what it began on must not move from under it. */
for (const language of ['python', 'typescript'] satisfies Language[]) {
  for (const width of [1280, 390]) {
    test.describe(`a reader of ${language} at ${width} px`, () => {
      test.use({
        storageState: async ({ baseURL }, use) => use(readerOf(language, baseURL!)),
        viewport: { width, height: 800 },
      });

      for (const path of ['/', '/where-the-sdks-differ/']) {
        test(`${path}: no control moves when its figure wakes`, async ({ page }) => {
          await page.goto(path);
          await unfold(page);
          const islands = page.locator('.run > astro-island, .run > details > astro-island');
          const asleep = page.locator('astro-island[ssr]');
          const count = await islands.count();
          expect(count).toBeGreaterThan(3);
          for (let index = 0; index < count; index++) {
            const island = islands.nth(index);
            const before = await placesOf(island);
            const sleeping = await asleep.count();
            await island.dispatchEvent('pointerenter');
            await expect(asleep).toHaveCount(sleeping - 1);
            await expect(island.locator('[data-engine]')).toHaveAttribute('data-engine', language);
            const name = await island.locator('section').first().getAttribute('aria-label');
            expect(await placesOf(island), `${name}, figure ${index}`).toEqual(before);
          }
        });
      }
    });
  }
}
