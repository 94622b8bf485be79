import { expect, type Page } from '@playwright/test';
import { Figure } from './figure.ts';
import { test } from './site.ts';

/** Notes from now on, frame by frame, every animation and transition that runs and every change in a picture. */
async function watchMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { animations: [] as string[], frames: 0, drawn: 0 };
    Object.assign(window, { motion: seen });
    for (const picture of document.querySelectorAll('.tl')) {
      new MutationObserver((changes) => (seen.drawn += changes.length)).observe(picture, {
        subtree: true,
        childList: true,
        attributes: true,
      });
    }
    const look = () => {
      seen.frames += 1;
      for (const animation of document.getAnimations()) {
        const { target } = animation.effect as KeyframeEffect;
        if (animation.playState === 'running') seen.animations.push(`${target?.className}`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
}

const motion = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { motion: { animations: string[]; frames: number; drawn: number } })
        .motion,
  );

/** What a run shows, apart from how it came there. */
async function shown(figure: Figure) {
  await figure.useClock('virtual');
  await figure.start();
  const kinds = (await figure.ended()).map(({ kind, t }) => [kind, t]);
  await expect(figure.story()).toContainText('cleaned up');
  return { kinds, bars: await figure.bars(), story: await figure.story().innerText() };
}

test('nothing moves before Run', async ({ page }) => {
  await page.goto('/');
  await watchMotion(page);
  await expect.poll(async () => (await motion(page)).frames).toBeGreaterThan(60);
  const { animations, drawn } = await motion(page);
  expect({ animations, drawn }).toEqual({ animations: [], drawn: 0 });
});

test('Stop is answered where it was pressed, and what has ended is still', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'never_asks');
  await figure.start();
  await figure.waitFor({ kind: 'work.enter' });
  await figure.stop();
  await figure.is('stopping');
  const flag = figure.box.locator('.tl-flag');
  const colour = await flag.evaluate((each) => getComputedStyle(each).fill);
  // The button has the flag's colour until the thread has ended, and keeps its place and its name.
  await expect(figure.button('Stop')).toHaveCSS('background-color', colour);
  await figure.ended();
  await expect(figure.button('Stop')).not.toHaveCSS('background-color', colour);
  await expect(figure.box.locator('[data-tone]')).toHaveAttribute('data-tone', 'done');

  const running = () => document.getAnimations().filter((each) => each.playState === 'running');
  await expect.poll(async () => (await page.evaluate(running)).length).toBe(0);
  await watchMotion(page);
  await expect.poll(async () => (await motion(page)).frames).toBeGreaterThan(30);
  const { animations, drawn } = await motion(page);
  expect({ animations, drawn }).toEqual({ animations: [], drawn: 0 });
});

test.describe('a reader who asked for less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('sees a run go on in steps, with nothing that slides or fades', async ({ page }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await watchMotion(page);
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    await expect(figure.box.locator('[data-kind="handler"]')).toBeVisible();
    await figure.stop();
    await figure.ended();
    await figure.box.locator('[data-bar]').first().hover();
    await figure.panel('Events');
    const frames = (await motion(page)).frames;
    await expect.poll(async () => (await motion(page)).frames).toBeGreaterThan(frames + 10);
    expect((await motion(page)).animations).toEqual([]);
    expect(
      await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior),
    ).toBe('auto');
  });

  test('is shown the same', async ({ page, browser, baseURL }) => {
    const calm = await shown(await Figure.inGuide(page, 'order_book'));
    const context = await browser.newContext({ baseURL: baseURL!, reducedMotion: 'no-preference' });
    const other = await context.newPage();
    const moving = await shown(await Figure.inGuide(other, 'order_book'));
    expect(calm).toEqual(moving);
    await context.close();
  });
});
