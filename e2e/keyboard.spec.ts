import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { Figure } from './figure.ts';
import { openPlayground, sideways, test } from './site.ts';

/** What has the focus, as a screen reader would name it; the editor's text is `editor`. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'page';
    if (element.closest('.monaco-editor')) return 'editor';
    if (element.closest('[data-bar]')) return 'bar';
    const label = element.getAttribute('aria-label') ?? element.closest('label')?.textContent;
    return (label ?? element.textContent).replace(/\s+/g, ' ').trim();
  });

/** Press a key until something has the focus; gives all that had it on the way. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab', to: string): Promise<string[]> {
  const way: string[] = [];
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press(key);
    way.push(await focused(page));
    if (way.at(-1) === to) return way;
  }
  throw new Error(`${key} never comes to ${to}: ${way.join(' → ')}`);
}

/** The heading above the first figure. */
const startAtHeading = (page: Page) =>
  page.getByRole('link', { name: /Section titled .*Clean up/ }).focus();

/** The editor shows this line lit. */
const litInEditor = (figure: Figure) => figure.box.locator('.view-overlays .mark-lit');

test('from the heading through the figure, an edit, a run, and back', async ({ page }) => {
  await page.goto('/');
  const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
  await startAtHeading(page);
  const way = await walk(page, 'Tab', 'Edit');
  const controls = ['TypeScript', 'Transport', 'real time', 'Run', 'Stop', 'Timeout'];
  // Between the heading and the figure stand the links to the proofs of the text.
  const figures = way.filter((name) => !name.startsWith('Proof:'));
  expect(figures).toEqual([...controls, 'Timeout, in seconds', 'More', 'Edit']);

  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('editor');
  await expect(figure.box.getByText('To leave the editor: Esc then Tab')).toBeVisible();
  await page.keyboard.press('Control+Home');
  const lines = readFileSync('content/examples/order_book/server.ts', 'utf8').split('\n');
  const at = lines.findIndex((line) => line.includes('sleep(30)'));
  for (let down = 0; down < at; down++) await page.keyboard.press('ArrowDown');
  for (let right = lines[at]!.indexOf('(30') + 2; right > 0; right--) {
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Delete');
  await expect.poll(() => figure.text()).toContain('await sleep(3);');
  await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();

  // Tab is the editor's until Escape gives it back.
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('editor');
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBe('editor');
  if ((await focused(page)) !== 'bar') await walk(page, 'Tab', 'bar');

  await walk(page, 'Shift+Tab', 'editor');
  await page.keyboard.press('Escape');
  const back = await walk(page, 'Shift+Tab', 'Run');
  expect(back).toEqual(['Reset', 'Edit', 'More', 'Timeout, in seconds', 'Timeout', 'Stop', 'Run']);
  await page.keyboard.press('Enter');
  await figure.is('running');
  expect(await focused(page)).toBe('Run');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Stop');
  await page.keyboard.press('Enter');
  const events = await figure.ended();
  expect(events.some(({ kind }) => kind === 'client.stop')).toBe(true);
  expect(await focused(page)).toBe('Stop');

  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Timeout');
  await page.keyboard.press('Space');
  await figure.waitFor({ kind: 'client.timeout' });
  await figure.ended();
  expect(await focused(page)).toBe('Timeout');

  // The two languages are one stop.
  await walk(page, 'Shift+Tab', 'TypeScript');
  await page.keyboard.press('ArrowLeft');
  expect(await focused(page)).toBe('Python');
  await expect(figure.box).toHaveAttribute('data-engine', 'python');
  await page.keyboard.press('ArrowRight');
  expect(await focused(page)).toBe('TypeScript');
  const heading = page.getByRole('link', { name: /Section titled .*Clean up/ });
  await expect(async () => {
    await page.keyboard.press('Shift+Tab');
    await expect(heading).toBeFocused({ timeout: 50 });
  }).toPass();
});

test('the link is copied from the menu', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  const figure = new Figure(page, page.locator('[data-figure="order_book"]'));
  await startAtHeading(page);
  await walk(page, 'Tab', 'More');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toMatch(/^Kill/);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  expect(await focused(page)).toMatch(/^Copy link/);
  await page.keyboard.press('Enter');
  await expect(figure.box.getByText('Link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/playground/#p=');
  expect(await focused(page)).toBe('More');

  // Escape closes the menu and stops nothing.
  await figure.start();
  await figure.button('More').focus();
  await page.keyboard.press('Enter');
  await expect(figure.box.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figure.box.getByRole('menu')).toBeHidden();
  expect(await focused(page)).toBe('More');
  await figure.is('running');
  await page.keyboard.press('Escape');
  await figure.ended();
});

test('the timeline is one stop; arrows go from bar to bar, and each lights its line', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.useClock('virtual');
  await figure.start();
  await figure.ended();
  await expect(figure.box.locator('[data-bar][tabindex="0"]')).toHaveCount(1);

  await figure.box.getByRole('region', { name: 'order_book, TypeScript' }).focus();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('bar');
  const seen: string[] = [];
  const bars = await figure.box.locator('[data-bar]').count();
  for (let step = 0; step < bars; step++) {
    const bar = figure.box.locator('[data-bar]:focus');
    const name = await bar.getAttribute('data-bar');
    const line = await bar.getAttribute('data-line');
    seen.push(name!);
    const lit = figure.box.locator('.figure-code:not([hidden]) .line[data-lit]');
    if (line === null) await expect(lit).toHaveCount(0);
    else await expect(lit).toHaveAttribute('data-line', line);
    await expect(figure.box.locator('[data-bar][tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('ArrowRight');
  }
  expect(new Set(seen).size, 'each bar once').toBe(bars);
  await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBe('bar');
  await page.keyboard.press('Shift+Tab');
  expect(await figure.box.locator('[data-bar]:focus').getAttribute('data-bar')).toBe(seen.at(-1));

  // The other way round: from line to line in the program, with the bars that belong to it. The pointer is
  // out of the way: what is under it is lit too, and the page has scrolled.
  await page.mouse.move(0, 0);
  await figure.box.getByRole('region', { name: 'order_book, TypeScript' }).focus();
  const withBars = await figure.box
    .locator('[data-bar][data-line]')
    .first()
    .getAttribute('data-line');
  for (let down = 0; down < Number(withBars); down++) await page.keyboard.press('ArrowDown');
  await expect(figure.box.locator('.tl-bar.is-lit').first()).toBeVisible();

  // In the editor too.
  await figure.button('Edit').click();
  await expect(figure.editor).toBeVisible();
  await figure.box.locator(`[data-bar][data-line="${withBars}"]`).first().focus();
  await expect(litInEditor(figure).first()).toBeAttached();
});

test('Ctrl-Enter runs and Escape stops, in the editor and out of it', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.button('Run').focus();
  const runAndStop = async (where: string) => {
    await test.step(where, async () => {
      const before = await figure.runId();
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect.poll(() => figure.runId()).not.toBe(before);
      await figure.is('running');
      await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
      await page.keyboard.press('Escape');
      const events = await figure.ended();
      expect(events.filter(({ kind }) => kind === 'client.stop')).toHaveLength(1);
    });
  };
  await runAndStop('on a button');
  await figure.box.locator('[data-bar][tabindex="0"]').focus();
  await runAndStop('on a bar');
  await figure.button('Edit').click();
  await expect.poll(() => focused(page)).toBe('editor');
  const text = await figure.text();
  await runAndStop('in the editor');
  expect(await focused(page)).toBe('editor');
  expect(await figure.text(), 'no line was added').toBe(text);
});

/** The focus makes a difference that can be seen, where it can be seen. */
async function isVisiblyFocused(page: Page): Promise<void> {
  const name = await focused(page);
  const box = await page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { x, y, width, height } = element.getBoundingClientRect();
    const [cx, cy] = [x + width / 2, y + height / 2];
    const top = document.elementFromPoint(cx, cy);
    const own = top !== null && (element.contains(top) || top.contains(element));
    const beside = top?.closest('label')?.contains(element) ?? false;
    return { x, y, width, height, onTop: own || beside };
  });
  expect(box.onTop, `${name} is not covered`).toBe(true);
  const pad = 6;
  const clip = {
    x: Math.max(0, box.x - pad),
    y: Math.max(0, box.y - pad),
    width: Math.min(box.width + 2 * pad, 1280),
    height: Math.min(box.height + 2 * pad, 400),
  };
  const shot = () => page.screenshot({ clip, animations: 'disabled' });
  const withFocus = await shot();
  // The place in the order of Tab stays where it was.
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  const without = await shot();
  expect(withFocus.equals(without), `${name} shows that it has the focus`).toBe(false);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('the focus can be seen at every stop', async ({ page }) => {
      const figure = await Figure.inGuide(page, 'order_book');
      await figure.useClock('virtual');
      await figure.start();
      await figure.ended();
      await figure.panel('Wire');
      await startAtHeading(page);
      // The text before the figure has stops of its own: links, and marks of proofs.
      await expect(async () => {
        await page.keyboard.press('Tab');
        expect(await figure.box.evaluate((box) => box.contains(document.activeElement))).toBe(true);
      }).toPass({ intervals: [0] });
      await page.keyboard.press('Shift+Tab');
      const stops: string[] = [];
      for (;;) {
        await page.keyboard.press('Tab');
        const inside = await figure.box.evaluate((box) => box.contains(document.activeElement));
        if (!inside) break;
        stops.push(await focused(page));
        await isVisiblyFocused(page);
        expect(stops.length).toBeLessThan(40);
      }
      expect(stops).toEqual(expect.arrayContaining(['Run', 'Stop', 'More', 'bar']));
      expect(stops.length).toBeGreaterThan(15);
      expect(await sideways(page)).toBe(0);
    });
  });
}

test('the playground too: into the editor, out of it, and to all its controls', async ({
  page,
}) => {
  await openPlayground(page);
  const way = await walk(page, 'Tab', 'editor');
  for (const stop of ['Start from', 'Run', 'Stop', 'Timeout', 'Edit', 'Reset', 'Copy link']) {
    expect(way).toContain(stop);
  }
  await expect(page.getByText('To leave the editor: Esc then Tab')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await focused(page)).not.toBe('editor');
  await walk(page, 'Tab', 'Replay on the virtual clock');
});
