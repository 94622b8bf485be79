import type { BrowserContext, Page } from '@playwright/test';
import { median, type Figure } from './figure.ts';
import type { Site } from './site.ts';
import { inWorker, type Heard } from './tap.ts';

const ROUNDS = 5;
/** Seconds of a restored start, and its share of a plain one. */
const GOAL = { restored: 500, share: 0.1, again: 1000, run: 8 };
const RUNS = 60;
const WARM_UP = 10;

/** Milliseconds until Python could run a program. */
interface Start {
  /** From the click on Run, which also fetches and draws the figure. */
  click: number;
  /** From the word to boot, for which all files are at hand. */
  boot: number;
}

/**
 * Python in the page: the first start of a reader who was never here (from the click on Run: five files
 * fetched, Python started, the SDK imported), the start of the next visit from the snapshot, the start after
 * Kill, and runs on the virtual clock.
 */
export async function benchPythonStart(site: Site): Promise<Figure[]> {
  const plain: Start[] = [];
  const restored: Start[] = [];
  const again: number[] = [];
  const runs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const reader = await site.reader({ language: 'python', listenInWorker: true });
    plain.push(await firstVisit(reader));
    const page = await reader.newPage();
    restored.push(await started(page, 'booted'));
    again.push(await afterKill(page));
    if (round === 0) runs.push(...(await virtualRuns(page)));
    await reader.close();
  }
  const all = (starts: readonly Start[], of: keyof Start) => starts.map((start) => start[of]);
  const first: Figure = { name: 'a plain start', unit: 'ms', samples: all(plain, 'boot') };
  const goal = Math.min(GOAL.restored, GOAL.share * median(first.samples));
  return [
    { ...first, name: 'Python, start, plain (without keeping the snapshot)' },
    {
      name: 'Python, start, restored from the snapshot',
      unit: 'ms',
      samples: all(restored, 'boot'),
      goal,
      rival: first,
    },
    { name: 'Python, Run click to ready, plain', unit: 'ms', samples: all(plain, 'click') },
    { name: 'Python, Run click to ready, restored', unit: 'ms', samples: all(restored, 'click') },
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
      note: 'a moment after the last: its module has run, and its client is connected',
    },
  ];
}

/** The start without what comes after the import, which is for the next visit; then waits until that is kept. */
async function firstVisit(reader: BrowserContext): Promise<Start> {
  const page = await reader.newPage();
  const start = await started(page, 'keep');
  await snapshotKept(page);
  await page.close();
  return start;
}

const snapshotKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(async () => {
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      if (keys.some(({ url }) => url.endsWith('/snapshot'))) return true;
    }
    return false;
  });

async function started(page: Page, ready: 'booted' | 'keep'): Promise<Start> {
  await page.goto('/', { waitUntil: 'networkidle' });
  await figure(page).getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(heardAfterRun, 'events', { polling: 20, timeout: 60_000 });
  const { clicks, posted, heard } = await page.evaluate(() => window.tapped);
  const [from, to] = [clicks.find(({ what }) => what === 'Run')!.at, readyAt(heard, ready)];
  return { click: to - from, boot: to - posted.find(({ what }) => what === 'boot')!.at };
}

/** Kill, from the figure's menu, of the run that goes on, to the first event of the next one. */
async function afterKill(page: Page): Promise<number> {
  await page.evaluate(() => Object.assign(window.tapped, { clicks: [], posted: [], heard: [] }));
  await figure(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Kill/ }).click();
  await figure(page).getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForFunction(heardAfterRun, 'events', { polling: 20 });
  const { clicks, heard } = await page.evaluate(() => window.tapped);
  const killed = clicks.find(({ what }) => what.startsWith('Kill'))!.at;
  const first = heard.find(({ at, message }) => at > killed && message.type === 'events')!;
  return first.at - killed;
}

/**
 * Milliseconds in the worker from the message that says run to the one that says that it is over. The page presses
 * by itself, and only once it has drawn what was before: on two cores whoever asks it takes time from the run.
 */
async function virtualRuns(page: Page): Promise<number[]> {
  await figure(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await figure(page).getByText('virtual time').click();
  await page.evaluate(() => Object.assign(window.tapped, { clicks: [], posted: [], heard: [] }));
  await page.evaluate(async (rounds) => {
    const box = document.querySelector<HTMLElement>('[data-figure="order_book"]')!;
    const run = [...box.querySelectorAll('button')].find(({ title }) => title.startsWith('Run ('))!;
    const ended = () =>
      window.tapped.heard.filter(({ message }) => message.type === 'ended').length;
    const rest = () => new Promise((done) => requestIdleCallback(() => setTimeout(done, 50)));
    for (let round = 0; round < rounds; round++) {
      run.click();
      while (ended() <= round) await rest();
      await rest();
    }
  }, RUNS + WARM_UP);
  const { heard } = await page.evaluate(() => window.tapped);
  const at = (wanted: string) =>
    inWorker(heard).flatMap(({ what, at }) => (what === wanted ? [at] : []));
  const [from, to] = [at('heard run'), at('posts ended')];
  return to.map((end, index) => end - from[index]!).slice(WARM_UP);
}

const figure = (page: Page) => page.locator('[data-figure="order_book"]');

function readyAt(heard: readonly Heard[], ready: 'booted' | 'keep'): number {
  const found = heard.find(({ message: { type, step } }) =>
    ready === 'booted' ? type === ready : type === 'booting' && step?.name === ready,
  );
  if (!found) throw new Error(`Python never came to "${ready}"`);
  return found.at;
}

/** A message of this type came, and after the last click on Run. */
function heardAfterRun(type: string): boolean {
  const { clicks, heard } = window.tapped;
  const run = clicks.findLast(({ what }) => what === 'Run');
  return heard.some(({ at, message }) => run && at > run.at && message.type === type);
}
