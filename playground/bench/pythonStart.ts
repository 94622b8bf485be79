import type { BrowserContext, Page } from '@playwright/test';
import { median, type Figure } from './figure.ts';
import type { Site } from './site.ts';
import { inWorker, type Heard } from './tap.ts';

const ROUNDS = 5;
/** Seconds of a restored start, and its share of a plain one. */
const GOAL = { restored: 500, share: 0.1, again: 1000, run: 8 };
const RUNS = 60;

/**
 * Python in the page: the first start of a reader who was never here (from the click on Run: five files
 * fetched, Python started, the SDK imported), the start of the next visit from the snapshot, the start after
 * Kill, and runs on the virtual clock.
 */
export async function benchPythonStart(site: Site): Promise<Figure[]> {
  const plain: number[] = [];
  const restored: number[] = [];
  const again: number[] = [];
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const reader = await site.reader({ language: 'python', listenInWorker: true });
    plain.push(await firstVisit(reader));
    const page = await reader.newPage();
    restored.push(await started(page));
    again.push(await afterKill(page));
    if (round === 0) runs.push(...(await virtualRuns(page)));
    await reader.close();
  }
  const first: Figure = { name: 'a plain start', unit: 'ms', samples: plain };
  return [
    { ...first, name: 'Python, Run click to ready, plain (without keeping the snapshot)' },
    {
      name: 'Python, Run click to ready, restored from the snapshot',
      unit: 'ms',
      samples: restored,
      goal: Math.min(GOAL.restored, GOAL.share * median(plain)),
      rival: first,
    },
    {
      name: 'Python, Kill to the first event of the next run',
      unit: 'ms',
      samples: again,
      goal: GOAL.again,
    },
    {
      name: 'virtual order_book with a stop, python, traced, Chromium’s worker',
      unit: 'ms',
      samples: runs,
      goal: GOAL.run,
      note: `${Math.round(1000 / median(runs))} runs a second`,
    },
  ];
}

/** Milliseconds to the moment at which Python could have run a program; then waits for its snapshot to be kept. */
async function firstVisit(reader: BrowserContext): Promise<number> {
  const page = await reader.newPage();
  await started(page);
  await page.waitForFunction(
    async () => (await caches.keys()).length > 0 && document.querySelector('[data-run]') !== null,
  );
  const { clicks, heard } = await page.evaluate(() => window.tapped);
  // What comes after the import is for the next visit.
  const ready = heard.find(({ message }) => nameOfStep(message) === 'keep');
  if (!ready) throw new Error('Python kept no snapshot');
  await snapshotKept(page);
  await page.close();
  return ready.at - clicks.find(({ what }) => what === 'Run')!.at;
}

const snapshotKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      if (keys.some(({ url }) => url.endsWith('/snapshot'))) return true;
    }
    return false;
  });

async function started(page: Page): Promise<number> {
  await page.goto('/', { waitUntil: 'networkidle' });
  await figure(page).getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(heardType, 'booted', { polling: 20 });
  const { clicks, heard } = await page.evaluate(() => window.tapped);
  return booted(heard) - clicks.find(({ what }) => what === 'Run')!.at;
}

/** Kill, from the figure's menu, of the run that goes on, to the first event of the next one. */
async function afterKill(page: Page): Promise<number> {
  await page.waitForFunction(heardType, 'events', { polling: 20 });
  await page.evaluate(() => Object.assign(window.tapped, { clicks: [], posted: [], heard: [] }));
  await figure(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Kill/ }).click();
  await figure(page).getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(heardType, 'events', { polling: 20 });
  const { clicks, heard } = await page.evaluate(() => window.tapped);
  const first = heard.find(({ message }) => message.type === 'events')!;
  return first.at - clicks.find(({ what }) => what.startsWith('Kill'))!.at;
}

/** Milliseconds in the worker from the message that says run to the one that says that it is over. */
async function virtualRuns(page: Page): Promise<number[]> {
  const samples: number[] = [];
  await figure(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await figure(page).getByText('virtual time').click();
  for (let run = -5; run < RUNS; run++) {
    await page.evaluate(() => Object.assign(window.tapped, { clicks: [], posted: [], heard: [] }));
    await figure(page).getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForFunction(heardType, 'ended', { polling: 20 });
    const { heard } = await page.evaluate(() => window.tapped);
    const moments = inWorker(heard);
    const [from, to] = ['heard run', 'posts ended'].map(
      (wanted) => moments.find(({ what }) => what === wanted)!.at,
    );
    if (run >= 0) samples.push(to! - from!);
  }
  return samples;
}

const figure = (page: Page) => page.locator('[data-figure="order_book"]');

const booted = (heard: readonly Heard[]): number =>
  heard.find(({ message }) => message.type === 'booted')!.at;

const nameOfStep = (message: Heard['message']): string | undefined =>
  message.type === 'booting' ? message.step?.name : undefined;

function heardType(type: string): boolean {
  return window.tapped.heard.some(({ message }) => message.type === type);
}
