import type { Page } from '@playwright/test';
import type { Language } from '../engines/engine.ts';
import type { Figure } from './figure.ts';
import type { Site } from './site.ts';

/** Milliseconds. */
const GOAL = 2000;
const ROUNDS = 10;

/**
 * *Prove all* at the end of the guide, from the press to the moment at which the bar has counted every claim: the
 * first press of a visit starts the engine too, the later ones find it there.
 */
export async function benchProveAll(site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const language of ['typescript', 'python'] satisfies Language[]) {
    const reader = await site.reader({ language, listenInWorker: false });
    const page = await reader.newPage();
    await page.goto('/', { waitUntil: 'networkidle' });
    const first = await proveAll(page);
    const bar = page.locator('.proof-bar');
    const claims = await bar.getAttribute('data-holding');
    const samples: number[] = [];
    for (let round = 0; round < ROUNDS; round++) samples.push(await proveAll(page));
    if ((await bar.getAttribute('data-failing')) !== '0') throw new Error('A claim does not hold');
    figures.push(
      { name: `Prove all, ${language}, first press`, unit: 'ms', samples: [first] },
      {
        name: `Prove all, ${language}`,
        unit: 'ms',
        samples,
        goal: GOAL,
        note: `${claims} claims`,
      },
    );
    await reader.close();
  }
  return figures;
}

/** Milliseconds on the page's clock. */
const proveAll = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const button = [...document.querySelectorAll('button')].find(
          ({ textContent }) => textContent.trim() === 'Prove all',
        );
        if (!button) return reject(new Error('There is nothing to press'));
        let began = false;
        const from = performance.now();
        // The first press puts the bar in the place of the button.
        new MutationObserver((_, observer) => {
          const proving = document.querySelector<HTMLElement>('.proof-bar')?.dataset['proving'];
          if (proving === 'true') began = true;
          else if (proving === 'false' && began) {
            observer.disconnect();
            resolve(performance.now() - from);
          }
        }).observe(document, {
          subtree: true,
          childList: true,
          attributeFilter: ['data-proving'],
        });
        button.click();
      }),
  );
