import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { readerOf, type Language } from './reader.ts';

export const engines: readonly Language[] = ['python', 'typescript'];

interface Options {
  engine: Language;
}

interface OfTest {
  /** The page of somebody who reads programs in the engine's language, at no page yet. */
  reader: Page;
  /**
   * The guide as somebody has it open who plays one figure after the other: earlier tests have played in it. For
   * claims of what a run shows, which begin with a Reset and a choice of everything that counts.
   */
  guide: Page;
}

interface OfWorker {
  readers: Readers;
}

/** Playwright's test, on either engine. */
export const test = base.extend<Options & OfTest, OfWorker>({
  engine: ['typescript', { option: true }],
  readers: [
    async ({ browser }, use, { project }) => {
      const readers = new Readers(browser, project.use.baseURL!, project.use.viewport!);
      await use(readers);
      await readers.leave();
    },
    { scope: 'worker' },
  ],
  reader: async ({ engine, page, readers }, use) => {
    if (engine === 'typescript') return use(page);
    const own = await (await readers.of(engine)).newPage();
    // What earlier tests typed and chose is theirs; Python stays, in its cache.
    await own.goto('/icon.svg');
    await own.evaluate(() => localStorage.clear());
    await use(own);
    await own.close();
  },
  guide: async ({ engine, readers }, use) => use(await readers.guide(engine)),
});

/**
 * A reader a language for all tests of a worker, who starts Python once and restores it afterwards. After a test
 * that fails Playwright begins a new worker, and with it come new readers.
 */
class Readers {
  readonly #browser: Browser;
  readonly #options: NonNullable<Parameters<Browser['newContext']>[0]>;
  readonly #contexts = new Map<Language, Promise<BrowserContext>>();
  readonly #guides = new Map<Language, Promise<Page>>();

  constructor(browser: Browser, baseURL: string, viewport: { width: number; height: number }) {
    this.#browser = browser;
    this.#options = { baseURL, viewport, serviceWorkers: 'block' };
  }

  of(language: Language): Promise<BrowserContext> {
    const options = { ...this.#options, storageState: readerOf(language, this.#options.baseURL!) };
    const context = this.#contexts.get(language) ?? this.#browser.newContext(options);
    this.#contexts.set(language, context);
    return context;
  }

  guide(language: Language): Promise<Page> {
    const page = this.#guides.get(language) ?? this.of(language).then((all) => all.newPage());
    this.#guides.set(language, page);
    return page;
  }

  async leave(): Promise<void> {
    for (const context of this.#contexts.values()) await (await context).close();
  }
}
