import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';
import { Figure } from './figure.ts';
import { openPlayground, prose, test, unfold } from './site.ts';

const sourceOf = (example: string, file: 'server.ts' | 'server.py') =>
  readFileSync(`content/examples/${example}/${file}`, 'utf8').trim();

/** Whether there is a run on native CPython to be shown. */
const isRecorded = (example: string) => {
  const facts = readFileSync(`content/examples/${example}/example.json`, 'utf8');
  return (JSON.parse(facts) as { recording: string | null }).recording !== null;
};

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [1280, 390]) {
    test(`both programs and the recorded picture of each figure, at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: 900 });
      const left: string[] = [...prose];
      const checked = new Set<string>();
      for (let path = left.pop(); path !== undefined; path = left.pop()) {
        if (checked.has(path)) continue;
        checked.add(path);
        await page.goto(path);
        for (const figure of await page.locator('[data-figure]').all()) {
          const name = (await figure.getAttribute('data-figure'))!;
          const programs = figure.locator('.figure-code:visible pre');
          await expect(programs).toHaveCount(2);
          const texts = (await programs.allTextContents()).map((text) => text.trim());
          expect(texts).toEqual([sourceOf(name, 'server.py'), sourceOf(name, 'server.ts')]);

          if (!isRecorded(name)) {
            await expect(figure.getByText('Run it')).toBeHidden();
            continue;
          }
          await expect(figure.locator('.made-by')).toContainText(/Recorded on CPython/);
          const picture = figure.locator('.tl-wide:visible, .tl-narrow:visible');
          await expect(picture).toHaveCount(1);
          const file = picture.locator('img:visible');
          if ((await file.count()) > 0) {
            await file.scrollIntoViewIfNeeded();
            await expect(file, `picture of ${name}`).toHaveJSProperty('complete', true);
            const { naturalWidth, width } = await file.evaluate((img) => img as HTMLImageElement);
            expect(naturalWidth, `picture of ${name}`).toBe(width);
          } else {
            const bars = picture.locator('.tl-bar');
            expect(await bars.count(), `bars of ${name}`).toBeGreaterThan(2);
          }
          const table = figure.locator('details.without-script');
          if ((await table.count()) > 0) {
            await table.locator('summary').click();
            expect(await table.getByRole('row').count(), `events of ${name}`).toBeGreaterThan(5);
          } else {
            const link = figure.getByRole('link', { name: 'Every event of the recording' });
            left.push((await link.getAttribute('href'))!);
          }
        }
        for (const fold of await page.locator('details[data-folds]').all()) {
          await fold.locator('summary').click();
          const link = fold.getByRole('link', { name: 'on a page of its own' });
          left.push((await link.getAttribute('href'))!);
        }
      }
      const alone = [...checked].filter((path) => path.startsWith('/figures/'));
      expect(alone.length).toBeGreaterThan(10);
    });

    test(`nothing to press that would do nothing, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [...prose, '/playground/', '/404.html', '/figures/order_book_hang/']) {
        await page.goto(path);
        for (const fold of await page.locator('main details:not([open]) > summary').all()) {
          if (await fold.isVisible()) await fold.click();
        }
        const controls = 'button, input, select, textarea, [role="button"], [role="tab"]';
        // The menu of a small window is a popover and opens by itself.
        const dead = page.locator(controls).and(page.locator(':not([popovertarget])'));
        expect(await dead.filter({ visible: true }).allTextContents(), path).toEqual([]);
      }
    });
  }

  test('the prose is there, with every section that it has with script', async ({
    page,
    browser,
  }) => {
    await page.goto('/');
    const still = await page.locator('main :is(h2, h3, .claim)').allTextContents();
    const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
    const other = await context.newPage();
    await other.goto('/');
    expect(still).toEqual(await other.locator('main :is(h2, h3, .claim)').allTextContents());
    expect(still.length).toBeGreaterThan(30);
    await context.close();
  });

  test('the menu of a small window opens', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'How to read a figure' }).first().click();
    await expect(page).toHaveURL('/how-to-read/');
  });

  test('the playground says what it needs', async ({ page }) => {
    await page.goto('/playground/');
    await expect(page.getByText('needs JavaScript')).toBeVisible();
    await expect(page.getByRole('link', { name: 'guide' })).toBeVisible();
  });
});

test.describe('a part that does not load', () => {
  test.use({ forgiven: /Failed to load resource|dynamically imported module|preload/ });

  test('the editor: the program stays, and a word says so', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.route(/\/_astro\/Editor\.[\w-]+\.js/, (route) => route.abort());
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.button('Edit').click();
    await expect(figure.box.getByText('The editor could not be loaded.')).toBeVisible();
    const code = figure.box.getByRole('region', { name: 'order_book, TypeScript' });
    expect((await code.textContent())!.trim()).toBe(sourceOf('order_book', 'server.ts'));

    await code.evaluate((element) => getSelection()!.selectAllChildren(element));
    await page.keyboard.press('ControlOrMeta+c');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.trim()).toBe(sourceOf('order_book', 'server.ts'));

    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await figure.button('Edit it as plain text').click();
    const text = figure.box.getByRole('textbox', { name: 'order_book, TypeScript' });
    await text.fill('// mine');
    await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();
  });

  test('the engine: a notice says so, and Run tries again', async ({ page }) => {
    await page.route(/\/_astro\/typescript\.worker-[\w-]+\.js/, (route) => route.abort());
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.button('Run').click();
    await expect(figure.notices).toContainText('The engine could not start');
    await expect(figure.notices).toContainText('Run tries again');
    await figure.is('crashed');
    await page.unroute(/\/_astro\/typescript\.worker-[\w-]+\.js/);
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await expect(figure.story()).toContainText('cleaned up');
  });

  test('a folded figure: a word says so, a link leads to it, and the next opening tries again', async ({
    page,
  }) => {
    await page.route('**/figures/order_book_hang/', (route) => route.abort());
    await page.goto('/');
    const fold = page.locator('[data-folds="order_book_hang"]');
    const summary = fold.locator('summary');
    await summary.click();
    await expect(fold.getByRole('status')).toContainText('could not be fetched');
    await expect(fold.getByRole('link', { name: 'on a page of its own' })).toBeVisible();
    await page.unroute('**/figures/order_book_hang/');
    await summary.click();
    await summary.click();
    await expect(fold.locator('[data-figure="order_book_hang"]')).toBeVisible();
    await expect(fold.getByText('could not be fetched')).toHaveCount(0);
  });

  test('the figure: the program stays, a word says so, and the next sign of use tries again', async ({
    page,
  }) => {
    await page.route(/\/_astro\/index\.[\w-]+\.js/, (route) => route.abort());
    await page.goto('/');
    const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
    await figure.button('Run').click();
    const island = page.locator('astro-island', { has: figure.box });
    await expect(island).toHaveAttribute('data-failed', '');
    await expect(figure.box.locator('.figure-code:visible pre').first()).toBeVisible();
  });
});

test('what is entered before the figure answers is not lost', async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_astro\/index\.[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
  await figure.box.getByText('virtual time', { exact: true }).click();
  await figure.useTransport('memory');
  await figure.setTimeout(0.25);
  await figure.button('Timeout').click();
  release();
  const events = await figure.ended();
  await expect(figure.box).toHaveAttribute('data-clock', 'virtual');
  await expect(figure.box).toHaveAttribute('data-transport', 'memory');
  expect(events.find(({ kind }) => kind === 'client.timeout')?.['after']).toBe(0.25);
});

test.describe('a link to a section', () => {
  const slow = {
    offline: false,
    latency: 150,
    downloadThroughput: 150_000,
    uploadThroughput: 50_000,
  };

  /** Distance in px from the bottom of the sticky header to the top of the heading. */
  const below = (page: Page, id: string) =>
    page.locator(`[id="${id}"]`).evaluate((heading) => {
      const bar = document.querySelector('header.header')!.getBoundingClientRect().bottom;
      // A small window has the table of contents below the header.
      const list = document.querySelector('mobile-starlight-toc nav')?.getBoundingClientRect();
      return heading.getBoundingClientRect().top - Math.max(bar, list?.bottom ?? 0);
    });

  for (const [width, ids] of [
    [1280, ['clean-up', 'switches']],
    [320, ['limit', 'plain-def', 'where']],
  ] as const) {
    for (const id of ids) {
      test(`#${id}, cold on a slow network, at ${width} px`, async ({ page, context }) => {
        await page.setViewportSize({ width, height: 700 });
        const network = await context.newCDPSession(page);
        await network.send('Network.enable');
        await network.send('Network.emulateNetworkConditions', slow);
        await page.addInitScript(() => {
          const shifts: number[] = [];
          Object.assign(window, { shifts });
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              shifts.push((entry as unknown as { value: number }).value);
          }).observe({ type: 'layout-shift', buffered: true });
        });
        await page.goto(`/#${id}`);
        await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
        const at = await below(page, id);
        expect(at, 'below the header').toBeGreaterThanOrEqual(0);
        expect(at, 'not far below it').toBeLessThan(200);

        const shiftsBefore = await page.evaluate(
          () => (window as unknown as { shifts: number[] }).shifts.length,
        );
        // Every figure wakes, those above the heading too.
        const islands = page.locator('astro-island[ssr]');
        await islands.evaluateAll((all) => {
          for (const island of all) island.dispatchEvent(new Event('pointerenter'));
        });
        await expect(islands).toHaveCount(0);
        expect(Math.abs((await below(page, id)) - at), 'px from where it was').toBeLessThan(2);
        const shifts = await page.evaluate(
          () => (window as unknown as { shifts: number[] }).shifts,
        );
        const sum = shifts.slice(shiftsBefore).reduce((total, value) => total + value, 0);
        expect(sum, 'layout shift by waking').toBeLessThan(0.001);
      });
    }
  }

  test('a claim inside the text, and a figure that is folded', async ({ page }) => {
    await page.goto('/#never-asks');
    await expect(page.locator('#never-asks')).toBeInViewport();
    expect(await below(page, 'never-asks')).toBeGreaterThanOrEqual(0);
  });
});

for (const path of prose) {
  test(`before intent ${path} asks for at most 60 KB of script, for no engine and no other host`, async ({
    page,
    baseURL,
  }) => {
    const urls: string[] = [];
    const sizes: Promise<number>[] = [];
    page.on('request', (request) => urls.push(request.url()));
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return;
      sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(path);
    await unfold(page);
    await page.mouse.wheel(0, 20_000);
    await page.waitForLoadState('networkidle');
    const inline = await page
      .locator('script:not([src])')
      .evaluateAll((all) => all.map((script) => script.textContent));
    const loaded = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    const total = loaded + inline.reduce((sum, text) => sum + gzipSync(text).length, 0);
    expect(total).toBeLessThan(60 * 1024);
    expect(sizes.length).toBeGreaterThan(0);
    expect(urls.filter((url) => new URL(url).origin !== new URL(baseURL!).origin)).toEqual([]);
    expect(urls.filter((url) => /worker|editor|monaco/i.test(new URL(url).pathname))).toEqual([]);
    expect(page.workers()).toEqual([]);
    expect(page.frames()).toHaveLength(1);
  });
}

test('how it works: what was measured stands there, each goal as met or missed', async ({
  page,
}) => {
  await page.goto('/how-it-works/');
  const tables = page.getByRole('region', { name: 'Measured figures' }).getByRole('table');
  await expect(tables).toHaveCount(11);
  const starts = tables.filter({ hasText: 'Python: starts' });
  await expect(starts.getByRole('row', { name: /restored from the snapshot/ })).toContainText(
    /ms, (met|missed).* of a plain start/,
  );
  await expect(tables.getByText(/load \d+\.\d to \d+\.\d/)).toHaveCount(11);
});

test('the playground asks for nothing of another host, its editor and engine included', async ({
  page,
  baseURL,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await openPlayground(page);
  const figure = new Figure(page, page.locator('.playground'));
  await figure.useClock('virtual');
  await figure.start();
  await figure.ended();
  const others = urls.filter((url) => /^https?:/.test(url) && !url.startsWith(baseURL!));
  expect(others).toEqual([]);
});
