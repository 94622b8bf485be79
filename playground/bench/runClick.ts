import type { BrowserContext } from '@playwright/test';
import type { Figure } from './figure.ts';
import type { Site } from './site.ts';

const GOAL = 150;
const ROUNDS = 12;
/** Milliseconds for which a reader's pointer rests on Run before it presses. */
const HOVER = 300;

interface Visit {
  /** Milliseconds from the click to the first event that the page's session heard. */
  heard: number;
  /** Milliseconds from the click to the picture that is drawn from it. */
  shown: number;
}

/**
 * From a click on Run in a figure of the guide that nobody has touched (so that React, the figure, the engine
 * and the program all come after it) to the first event. Cold: nothing is cached. Warm: the browser has been
 * on the page before. The pointer goes straight to the button and presses; in the last pair it rests there
 * first, as a hand does.
 */
export async function benchRunClick(site: Site): Promise<Figure[]> {
  const cold: Visit[] = [];
  const warm: Visit[] = [];
  const rested: Visit[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const reader = await site.reader({ language: 'typescript', listenInWorker: false });
    cold.push(await visit(reader, 0));
    warm.push(await visit(reader, 0));
    await reader.close();
    const another = await site.reader({ language: 'typescript', listenInWorker: false });
    rested.push(await visit(another, HOVER));
    await another.close();
  }
  return [
    ...figures('nothing cached', cold),
    ...figures('cached', warm),
    ...figures(`nothing cached, after ${HOVER} ms on the button`, rested),
  ];
}

const figures = (state: string, visits: Visit[]): Figure[] => [
  {
    name: `Run click to first event, ${state}`,
    unit: 'ms',
    samples: visits.map(({ heard }) => heard),
    goal: GOAL,
  },
  {
    name: `Run click to first event drawn, ${state}`,
    unit: 'ms',
    samples: visits.map(({ shown }) => shown),
  },
];

async function visit(reader: BrowserContext, hover: number): Promise<Visit> {
  const page = await reader.newPage();
  await page.goto('/', { waitUntil: 'networkidle' });
  const run = page
    .locator('[data-figure="order_book"]')
    .getByRole('button', { name: 'Run', exact: true });
  await run.scrollIntoViewIfNeeded();
  if (hover > 0) {
    await run.hover();
    await page.waitForTimeout(hover);
  }
  await run.click();
  await page.waitForFunction(() => window.tapped.shown !== null, null, { polling: 50 });
  const { clicks, heard, shown } = await page.evaluate(() => window.tapped);
  await page.close();
  const click = clicks.find(({ what }) => what === 'Run');
  const first = heard.find(({ message }) => message.type === 'events');
  if (!click || !first || shown === null) throw new Error('No event came after the click on Run');
  return { heard: first.at - click.at, shown: shown - click.at };
}
