import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { readerOf, type Language } from './reader.ts';

export const engines: readonly Language[] = ['python', 'typescript'];

interface Options {
  engine: Language;
}

interface OfWorker {
  /** A reader of Python. One for all tests of a worker: after the first start the others are restored. */
  pythonReader: BrowserContext;
}

/**
 * Playwright's test, on either engine: `reader` is the page of somebody who reads programs in the engine's
 * language, at no page yet.
 */
export const test = base.extend<Options & { reader: Page }, OfWorker>({
  engine: ['typescript', { option: true }],
  pythonReader: [
    async ({ browser }, use, { project }) => {
      const { baseURL, viewport } = project.use;
      const context = await browser.newContext({
        baseURL: baseURL!,
        viewport: viewport!,
        serviceWorkers: 'block',
        storageState: readerOf('python', baseURL!),
      });
      await use(context);
      await context.close();
    },
    { scope: 'worker' },
  ],
  reader: async ({ engine, page, pythonReader }, use) => {
    if (engine === 'typescript') return use(page);
    const own = await pythonReader.newPage();
    // What earlier tests typed and chose is theirs; Python stays, in its cache.
    await own.goto('/icon.svg');
    await own.evaluate(() => localStorage.clear());
    await use(own);
    await own.close();
  },
});
