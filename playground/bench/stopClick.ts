import type { Page } from '@playwright/test';
import type { Language } from '../engines/engine.ts';
import { encodeShare } from '../share/index.ts';
import type { Figure } from './figure.ts';
import type { Site } from './site.ts';
import { clockSkew, inWorker, type Tapped } from './tap.ts';

/** Milliseconds. */
const GOAL: Record<Language, number> = { typescript: 4, python: 20 };
const ROUNDS = 40;

/** One call waits; another computes in a thread, without a pause, until the first has been cut. */
const BUSY: Record<Language, string> = {
  typescript: `import { sleep } from 'anyio';
import { MCPServer } from 'mcp';

const mcp = new MCPServer('Busy');
let cut = false;

mcp.tool('wait', { description: 'Waits.' }, async () => {
  try {
    await sleep(30);
    return 'waited';
  } finally {
    cut = true;
  }
});

mcp.tool('spin', { description: 'Computes.' }, () => {
  let turns = 0;
  while (!cut) turns += 1;
  return String(turns);
});
`,
  python: `import anyio
from mcp.server import MCPServer

mcp = MCPServer("Busy")
cut = False


@mcp.tool()
async def wait() -> str:
    global cut
    try:
        await anyio.sleep(30)
        return "waited"
    finally:
        cut = True


@mcp.tool()
def spin() -> str:
    turns = 0
    while not cut:
        turns += 1
    return str(turns)
`,
};

/**
 * From a click on Stop to the moment at which the handler's await raises in the worker. The click's moment is
 * the browser's own (`event.timeStamp`). The worker's tap notes when the message that says Stop is heard,
 * and the engine writes `client.stop` in the same turn; from there the run's own clock, which is
 * `performance.now()` too, leads to `await.raise`. So the figure holds everything: the browser's way to the
 * page, React, the session, the message to the worker, the loop's slice, client, wire and server.
 */
export async function benchStopClick(site: Site): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const language of ['typescript', 'python'] as const)
    figures.push(await benchIdle(site, language), await benchBusy(site, language));
  return figures;
}

async function benchIdle(site: Site, language: Language): Promise<Figure> {
  const reader = await site.reader({ language, listenInWorker: true });
  const page = await reader.newPage();
  await page.goto('/');
  const figure = await rounds(page, '[data-figure="order_book"]', language, 'idle');
  await reader.close();
  return figure;
}

async function benchBusy(site: Site, language: Language): Promise<Figure> {
  const reader = await site.reader({ language, listenInWorker: true });
  const page = await reader.newPage();
  const call = { method: 'tools/call', arguments: {}, read_timeout_seconds: null, at: 0 } as const;
  const hash = await encodeShare({
    program: { language, source: BUSY[language] },
    script: {
      transport: { kind: 'stdio', era: 'modern' },
      calls: [
        { ...call, target: 'wait' },
        { ...call, target: 'spin' },
      ],
      acts: [],
    },
    clock: 'real',
  });
  await page.goto(`/playground/${hash}`);
  await page.getByText('as in the link').waitFor();
  const figure = await rounds(
    page,
    '.playground[data-figure]',
    language,
    'a busy plain loop in another call',
  );
  await reader.close();
  return figure;
}

async function rounds(
  page: Page,
  selector: string,
  language: Language,
  state: string,
): Promise<Figure> {
  const box = page.locator(selector);
  const run = box.getByRole('button', { name: 'Run', exact: true });
  const stop = box.getByRole('button', { name: 'Stop', exact: true });
  const all: Tapped[] = [];
  for (let round = -3; round < ROUNDS; round++) {
    await page.evaluate(() => Object.assign(window.tapped, { clicks: [], posted: [], heard: [] }));
    await run.click();
    await page.waitForFunction(heardKind, 'await.enter', { polling: 20 });
    await stop.hover();
    // Anywhere in the loop's slices and the page's frames.
    await page.waitForTimeout(50 + 37 * Math.random());
    await page.mouse.down();
    await page.mouse.up();
    await page.waitForFunction(heardType, 'ended', { polling: 20 });
    const tapped = await page.evaluate(() => window.tapped);
    if (round >= 0) all.push(tapped);
  }
  const note = `the clocks of page and worker agree to ${clockSkew(all).toFixed(2)} ms`;
  const samples = all.map(toRaise);
  const name = `Stop click to await.raise, ${language}, ${state}`;
  return { name, unit: 'ms', samples, goal: GOAL[language], note };
}

function heardKind(kind: string): boolean {
  return window.tapped.heard.some(({ message }) =>
    message.events?.some((event) => event.kind === kind),
  );
}

function heardType(type: string): boolean {
  return window.tapped.heard.some(({ message }) => message.type === type);
}

function toRaise({ clicks, heard }: Tapped): number {
  const events = heard.flatMap(({ message }) => message.events ?? []);
  const click = clicks.find(({ what }) => what === 'Stop');
  const act = inWorker(heard).find(({ what }) => what === 'heard act');
  const stop = events.find(({ kind }) => kind === 'client.stop');
  const raise = events.find(({ kind }) => kind === 'await.raise');
  if (!click || !act || !stop || !raise) throw new Error('The Stop did not arrive');
  return act.at - click.at + (raise.t - stop.t) * 1000;
}
