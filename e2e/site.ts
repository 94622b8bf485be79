import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';

/**
 * Every page that the site has, of those of single figures one; `access.spec.ts` holds this list against the site's
 * own links.
 */
export const pages = [
  '/',
  '/how-to-read/',
  '/playground/',
  '/proofs/',
  '/where-the-sdks-differ/',
  '/how-it-works/',
  '/licences/',
  '/figures/order_book_hang/',
  '/404.html',
] as const;

/** The pages of prose: they wait for a reader's intent before they load a figure's code. */
export const prose = ['/', '/how-to-read/', '/proofs/'] as const;

export interface SiteOptions {
  /** What of the console a test brings about itself. */
  forgiven: RegExp | null;
}

/** Playwright's test, which also fails by what the page throws or logs as an error. */
export const test = base.extend<SiteOptions & { faults: string[] }>({
  forgiven: [null, { option: true }],
  faults: [
    async ({ context, forgiven }, use) => {
      const faults: string[] = [];
      const note = (text: string) => {
        if (!forgiven?.test(text)) faults.push(text);
      };
      context.on('weberror', (error) => note(error.error().message));
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
      });
      await use(faults);
      expect(faults, 'what the pages threw or logged as errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Unfold all that the page keeps folded, and wait for the figures that it fetches then. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('main details:not([open])').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  await expect(page.locator('details[data-folds] > :not(summary, astro-island)')).toHaveCount(0);
}

/** The playground is there with its editor. */
export async function openPlayground(page: Page, hash = ''): Promise<void> {
  await page.goto(`/playground/${hash}`);
  await expect(page.locator('.code-pane:visible')).toHaveAttribute('data-mode', 'monaco');
}

/** How many px the page can be scrolled sideways. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** No rule of axe is broken in that part of the page. */
export async function isAccessible(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target}`)).toEqual([]);
}
