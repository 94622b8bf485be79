import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { Figure } from './figure.ts';
import { openPlayground, pages, test, unfold } from './site.ts';

/** WCAG 2.2 at A and AA, with all that came before it, and what axe calls best practice. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/**
 * No rule is broken anywhere in the page, or in one part of it, in either theme. Nothing is left out. A theme changes
 * colours alone, so the dark one is held against the rules of contrast.
 */
async function audit(page: Page, what: string, part?: string): Promise<void> {
  const scan = async (theme: string, axe: AxeBuilder, least: number) => {
    const { violations, passes } = await (part === undefined ? axe : axe.include(part)).analyze();
    const found = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
    expect(found, `${what}, ${theme}`).toEqual([]);
    expect(passes.length, 'rules that had something to look at').toBeGreaterThanOrEqual(least);
  };
  await test.step(`axe: ${what}`, async () => {
    await useTheme(page, 'light');
    await scan('light', new AxeBuilder({ page }).withTags(rules), 11);
    await useTheme(page, 'dark');
    await scan('dark', new AxeBuilder({ page }).withRules(['color-contrast']), 1);
    await useTheme(page, 'light');
  });
}

/** As a change of the system's theme would, with every transition at its end. */
async function useTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  await page.evaluate(() => document.getAnimations().forEach((one) => one.finish()));
}

/** A run that was stopped, on the virtual clock. */
async function stoppedRun(figure: Figure): Promise<void> {
  await figure.useClock('virtual');
  await figure.start();
  await figure.ended();
  await expect(figure.story()).toContainText('cleaned up');
}

for (const width of [1280, 390]) {
  test.describe(`${width} px, light and dark`, () => {
    test.use({ colorScheme: 'light', viewport: { width, height: 900 } });

    for (const path of pages.filter((one) => one !== '/playground/')) {
      test(`${path} as it arrives, unfolded`, async ({ page }) => {
        test.slow();
        await page.goto(path);
        await unfold(page);
        await audit(page, path);
      });
    }

    test('the guide after a run, with each panel, the menu, the editor and the search open', async ({
      page,
    }) => {
      test.slow();
      const figure = await Figure.inGuide(page, 'order_book');
      await stoppedRun(figure);
      const part = '[data-figure="order_book"]';
      for (const name of ['Wire', 'Output'] as const) {
        await figure.panel(name);
        await audit(page, name, part);
      }
      const events = await figure.panel('Events');
      await expect(events.getByRole('table')).toBeVisible();
      await figure.button('More').click();
      await expect(figure.box.getByRole('menu')).toBeVisible();
      await audit(page, 'Events and the menu open', part);
      await page.keyboard.press('Escape');

      await figure.show('python');
      await audit(page, 'the Python program', part);
      await figure.show('typescript');

      await figure.button('Edit').click();
      await expect(figure.editor).toBeVisible();
      await figure.type('const wrong = ;');
      await expect(figure.problems).toBeVisible();
      await expect(figure.box.getByText('before your change')).toBeVisible();
      await audit(page, 'the editor, a mistake and a picture that is out of date', part);

      // The editor has a use of its own for the keys that open the search elsewhere.
      await page.locator('[data-open-search]').first().click();
      await page.getByRole('searchbox').fill('shield');
      await expect(page.locator('site-search li').first()).toBeVisible();
      await audit(page, 'the search', 'site-search');
    });

    test('the playground before and after a run, with each panel', async ({ page }) => {
      test.slow();
      await openPlayground(page);
      const figure = new Figure(page, page.locator('.playground'));
      // The program is read for its arguments at the first sign of use.
      await figure.button('Run').hover();
      await expect(figure.box.getByLabel('title')).toBeAttached();
      await audit(page, 'before');
      await stoppedRun(figure);
      for (const name of ['Wire', 'Output', 'Events'] as const) {
        await figure.panel(name);
        await audit(page, `after, ${name}`);
      }
      if (width < 600) {
        await figure.box.getByText('Code', { exact: true }).click();
        await audit(page, 'after, the program');
      }
    });
  });
}

test('the list of pages is whole', async ({ page, baseURL }) => {
  const seen = new Set<string>();
  const left = ['/'];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    await page.goto(path);
    const links = await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const link of links) {
      const { origin, pathname } = new URL(link);
      if (origin === new URL(baseURL!).origin) left.push(pathname);
    }
  }
  const isFigure = (path: string) => path.startsWith('/figures/');
  // Nothing links to the page that says there is none.
  const others = [...seen, '/404.html'].filter((path) => !isFigure(path));
  expect(others.toSorted()).toEqual(pages.filter((path) => !isFigure(path)).toSorted());
  for (const path of pages.filter(isFigure)) expect(seen).toContain(path);
});

test('a run is told as it goes: its start, its stop, its end', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.box.evaluate((box) => {
    const said: string[] = [];
    Object.assign(window, { said });
    const regions = '[aria-live="polite"], [role="status"]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(
          regions,
        );
        if (region && box.contains(region)) said.push(region.textContent);
      }
    }).observe(box, { subtree: true, childList: true, characterData: true });
  });
  const told = (words: RegExp) =>
    expect
      .poll(() => page.evaluate(() => (window as unknown as { said: string[] }).said.join('\n')))
      .toMatch(words);

  await figure.start();
  await told(/order_book runs\./);
  await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
  await figure.stop();
  await told(/stop requested/);
  await figure.ended();
  await told(/server told.*unwinding.*cleaned up.*Nothing was sent\./);
  await told(/order_book ended after 0?\.?\d+/);
});

test('the events of a run are a table, with the heads of its columns', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await stoppedRun(figure);
  const table = (await figure.panel('Events')).getByRole('table');
  await expect(table).toHaveAccessibleName(/Run in this browser/);
  const heads = await table.getByRole('columnheader').allTextContents();
  expect(heads).toEqual(['Time', 'Who', 'What', 'Line']);
  const rows = await table.getByRole('row').count();
  const events = (await figure.trace()).filter(({ kind }) => kind !== 'line');
  expect(rows - 1).toBe(events.length);
  await expect(table.getByRole('rowheader').first()).toHaveText('0.000 s');
});
