import { expect, type CDPSession, type Page } from '@playwright/test';
import { Figure, of } from './figure.ts';
import { test } from './site.ts';

/** What a page holds on to. */
interface Held {
  /** Bytes of JavaScript objects that can still be reached; what the browser has compiled is left out. */
  objects: number;
  nodes: number;
  listeners: number;
}

/** The part of a heap snapshot (V8's format) that is read here. */
interface HeapSnapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** Collect what can be collected, and count the rest. */
async function heldBy(session: CDPSession): Promise<Held> {
  await session.send('HeapProfiler.enable');
  // What the first round sets free may let go of more.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage');
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', add);
  await session.send('HeapProfiler.takeHeapSnapshot');
  session.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return {
    objects: objectsIn(JSON.parse(chunks.join('')) as HeapSnapshot),
    nodes,
    listeners: jsEventListeners,
  };
}

/** Bytes of all that is no machine code and none of the browser's own. */
function objectsIn({ snapshot: { meta }, nodes }: HeapSnapshot): number {
  const [types] = meta.node_types;
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    const kind = types[nodes[at + type]!]!;
    if (!['code', 'hidden', 'native', 'synthetic'].includes(kind)) bytes += nodes[at + size]!;
  }
  return bytes;
}

function hasNotGrown(before: Held, after: Held): void {
  const grown = (name: keyof Held) => after[name] / before[name] - 1;
  const both = JSON.stringify({ before, after });
  for (const name of ['objects', 'nodes', 'listeners'] as const) {
    expect(grown(name), `${name} ${both}`).toBeLessThan(0.1);
  }
}

/** At most one sandbox lives: its iframe, and its worker. */
async function hasAtMostOneSandbox(page: Page): Promise<void> {
  expect(page.frames().length - 1, 'iframes').toBeLessThanOrEqual(1);
  const sandboxed = () => page.workers().filter((worker) => worker.url().startsWith('blob:'));
  await expect.poll(() => sandboxed().length, { message: 'workers' }).toBeLessThanOrEqual(1);
}

/** Run, and wait until the handler waits for the payment. */
async function startPayment(figure: Figure): Promise<void> {
  await figure.start();
  const { box } = figure;
  await expect(box.locator('[data-kind="await"][data-state="running"]').first()).toBeVisible();
}

async function runAndStop(figure: Figure): Promise<void> {
  await startPayment(figure);
  await figure.stop();
  await figure.is('ended');
}

async function runAndKill(figure: Figure): Promise<void> {
  await startPayment(figure);
  await figure.kill();
  await figure.is('crashed');
}

test('sixteen runs that are stopped: one sandbox, and no more memory than after the first few', async ({
  page,
  context,
}) => {
  test.slow();
  const figure = await Figure.inGuide(page, 'order_book');
  const session = await context.newCDPSession(page);
  let early: Held | null = null;
  for (let run = 1; run <= 16; run++) {
    await runAndStop(figure);
    expect(page.frames().length - 1, 'iframes').toBeLessThanOrEqual(1);
    if (run === 4) early = await heldBy(session);
  }
  await hasAtMostOneSandbox(page);
  hasNotGrown(early!, await heldBy(session));
});

test('eight runs that are killed: each worker goes, one fresh one waits', async ({
  page,
  context,
}) => {
  test.slow();
  const figure = await Figure.inGuide(page, 'order_book');
  const session = await context.newCDPSession(page);
  let early: Held | null = null;
  for (let run = 1; run <= 8; run++) {
    await runAndKill(figure);
    await hasAtMostOneSandbox(page);
    if (run === 3) early = await heldBy(session);
  }
  hasNotGrown(early!, await heldBy(session));
  await figure.useClock('virtual');
  await figure.start();
  await figure.ended();
});

/** In what condition a run is when its reader leaves. */
const leavings: Record<string, (page: Page) => Promise<void>> = {
  'a run that has ended': async (page) => runAndStop(await Figure.inGuide(page, 'order_book')),
  'a run that goes on': async (page) => startPayment(await Figure.inGuide(page, 'order_book')),
  'a run that was killed': async (page) => runAndKill(await Figure.inGuide(page, 'order_book')),
  'a run in its shielded cleanup': async (page) => {
    const figure = await Figure.inGuide(page, 'order_book_hang');
    await startPayment(figure);
    await figure.stop();
    await expect(figure.box.locator('[data-kind="shield"][data-state="running"]')).toBeVisible();
  },
};

test('to another page and back, twelve times, whatever goes on: workers end and memory stays', async ({
  page,
  context,
}) => {
  test.slow();
  const session = await context.newCDPSession(page);
  const held: Held[] = [];
  await page.goto('/');
  for (let turn = 1; turn <= 12; turn++) {
    const [name, leave] = Object.entries(leavings)[turn % 4]!;
    await test.step(name, () => leave(page));
    await page.getByRole('link', { name: 'How to read a figure' }).first().click();
    await expect(page).toHaveURL('/how-to-read/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('How to read a figure');
    await expect.poll(() => page.workers().length, { message: 'workers' }).toBe(0);
    expect(page.frames(), 'iframes').toHaveLength(1);
    if (turn === 4 || turn === 12) held.push(await heldBy(session));
    if (turn % 2 === 0) await page.goBack();
    else await page.getByRole('link', { name: 'Cancellation', exact: true }).first().click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancellation');
  }
  hasNotGrown(held[0]!, held[1]!);
  await runAndStop(await Figure.inGuide(page, 'order_book'));
  await hasAtMostOneSandbox(page);
});

test('ten figures of a page share one waiting worker', async ({ page }) => {
  await page.goto('/');
  await page.locator('astro-island').evaluateAll((islands) => {
    for (const island of islands) island.dispatchEvent(new Event('pointerenter'));
  });
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
  await hasAtMostOneSandbox(page);
  for (const example of ['order_book', 'rebuild_index', 'order_prompt']) {
    const figure = await Figure.inGuide(page, example);
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await hasAtMostOneSandbox(page);
  }
});

test('what one run leaves is not there in the next', async ({ page }) => {
  const figure = await Figure.shared(page, {
    program: {
      language: 'typescript',
      source: `import { sleep } from 'anyio';
import { MCPServer } from 'mcp';

const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();
let runs = 0;

mcp.tool('leave', {}, async () => {
  runs += 1;
  holds.add(\`run \${runs}\`);
  console.log([...holds].join(', '));
  await sleep(30);
  return 'never';
});
`,
    },
    clock: 'virtual',
    script: {
      transport: { kind: 'stdio', era: 'modern' },
      calls: [
        { method: 'tools/call', target: 'leave', arguments: {}, read_timeout_seconds: null, at: 0 },
      ],
      acts: [{ at: 0.5, do: 'stop', call: 1 }],
    },
  });
  for (let run = 0; run < 3; run++) {
    await figure.start();
    const events = await figure.ended();
    expect(of(events, 'output').map(({ text }) => text)).toEqual(['run 1']);
  }
});
