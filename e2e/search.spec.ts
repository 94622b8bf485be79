import { expect, type Page } from '@playwright/test';
import { Figure } from './figure.ts';
import { test } from './site.ts';

/** What people look for, and the section that answers it. */
const answers = {
  check_cancelled: '/#check-cancelled',
  from_thread: '/#check-cancelled',
  move_on_after: '/#shield',
  'shield=True': '/#shield',
  read_timeout_seconds: '/#client',
  json_response: '/#switches',
  'notifications/cancelled': '/#over-a-wire',
  finally: '/#finally',
  'stop button': '/how-to-read/#stop-and-kill',
};

/** Words of a figure's controls, panels and recordings, which are no place to be led to. */
const harness = ['Copy link', 'as in the guide', 'Recorded on CPython', 'handler.exit'];

const results = (page: Page) => page.locator('site-search li a');

/** Open the search by its key and type; gives when it has answered. */
async function search(page: Page, words: string): Promise<void> {
  if (!(await page.locator('site-search dialog').isVisible())) {
    await page.keyboard.press('ControlOrMeta+k');
  }
  await page.getByRole('searchbox').fill('');
  await expect(page.locator('#search-status')).toHaveText('');
  await page.keyboard.type(words);
  await expect(page.locator('#search-status')).toHaveText(/section|Nothing found/);
}

test('what people look for leads to its section, by keyboard', async ({ page }) => {
  await page.goto('/');
  for (const [words, place] of Object.entries(answers)) {
    await test.step(`${words} leads to ${place}`, async () => {
      await search(page, words);
      const first = results(page).first();
      await expect(first).toHaveAttribute('href', place);
      await expect(first.locator('mark').first()).toBeVisible();
      expect((await first.locator('span').last().innerText()).length).toBeGreaterThan(30);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL((url) => url.pathname + url.hash === place);
      await expect(page.locator('site-search dialog')).toBeHidden();
      await expect(page.locator(place.slice(place.indexOf('#')))).toBeInViewport();
    });
  }
});

test('the arrows walk the answers, and Escape closes', async ({ page }) => {
  await page.goto('/');
  await search(page, 'shield');
  await page.keyboard.press('ArrowDown');
  await expect(results(page).first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('site-search dialog')).toBeHidden();
});

test('once it has been opened it answers without a network', async ({ page, context }) => {
  await page.goto('/how-to-read/');
  await search(page, 'shield');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await search(page, 'check_cancelled');
  await expect(results(page).first()).toHaveAttribute('href', '/#check-cancelled');
});

test('no answer comes from what surrounds the programs, nor from the reader’s own draft', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.button('Edit').click();
  await expect(figure.editor).toBeVisible();
  await figure.type('// xylophonic');
  await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();
  await page.reload();
  for (const words of [...harness, 'xylophonic']) {
    await search(page, words);
    const text = (await results(page).allInnerTexts()).join('\n').toLowerCase();
    expect(text, words).not.toContain(words.toLowerCase());
  }
});
