import { expect, test, type Page } from '@playwright/test';
import { Figure, of } from './figure.ts';
import { inOrder, isAbsent } from './verifies.ts';

// An editor draws the lines that are in view: here all of a program's are.
test.use({ viewport: { width: 1280, height: 1000 } });

/** A shop whose tool is this. */
const shop = (tool: string) => `import { Cancelled, Event, fromThread, sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const inputSchema = { title: z.string() };

${tool}
`;

const tool = (handler: string) => shop(`mcp.tool('order_book', { inputSchema }, ${handler});`);

const fine = tool(`async ({ title }) => \`Ordered '\${title}'.\``);

/** The playground with this program, typed into its editor. */
async function typed(page: Page, program: string): Promise<Figure> {
  const figure = await Figure.inPlayground(page);
  await expect(figure.editor).toBeVisible();
  await figure.type(program);
  return figure;
}

/** The text is still there, and after a reload as well. */
async function textSurvives(figure: Figure, program: string): Promise<void> {
  expect(await figure.text()).toBe(program);
  await figure.page.reload();
  await expect(figure.editor).toBeVisible();
  await expect.poll(() => figure.text()).toBe(program);
}

/** The page answers: its theme changes while the program does what it does. */
async function pageLives(page: Page): Promise<void> {
  const html = page.locator('html');
  const next = (await html.getAttribute('data-theme')) === 'dark' ? 'light' : 'dark';
  await page.getByLabel('Select theme').first().selectOption(next);
  await expect(html).toHaveAttribute('data-theme', next);
}

/** After all that, a program that does nothing wrong runs. */
async function runsAgain(figure: Figure): Promise<void> {
  await figure.type(fine);
  await figure.start();
  const trace = await figure.ended();
  expect(of(trace, 'client.result')).toEqual([
    expect.objectContaining({ text: "Ordered 'Dune'." }),
  ]);
}

test('the editor comes with its styles: numbered lines, and nothing of its machinery in sight', async ({
  page,
}) => {
  const figure = await Figure.inPlayground(page);
  await expect(figure.editor).toBeVisible();
  await expect(figure.box.locator('.line-numbers').first()).toHaveText('1');
  const fields = figure.box.locator('.monaco-editor textarea');
  for (const field of await fields.all()) await expect(field).toHaveCSS('position', 'absolute');
  const [number, text] = [figure.box.locator('.line-numbers'), figure.box.locator('.view-line')];
  // Monaco draws a line anew when its colours come.
  await expect(async () => {
    const [left, right] = [await number.first().boundingBox(), await text.first().boundingBox()];
    expect(left!.x + left!.width).toBeLessThanOrEqual(right!.x);
  }).toPass();
});

test.describe('a program that cannot be loaded', () => {
  test('a syntax error: line, column and message are shown, and nothing runs', async ({ page }) => {
    const program = shop('const shelf = ;');
    const figure = await typed(page, program);
    await expect(figure.problems.getByRole('button').first()).toHaveText(/^8:15\s*\S+/);
    await figure.button('Run').click();
    await figure.is('idle');
    expect(await figure.runId()).toBeNull();

    // It leads to the place, where typing mends it.
    await figure.problems.getByRole('button').first().click();
    await page.keyboard.type('7');
    await expect(figure.problems.getByText('8:15')).toHaveCount(0);
    await textSurvives(figure, program.replace('= ;', '= 7;'));
  });

  test('an error that is thrown at the top: it is told with its line', async ({ page }) => {
    const program = shop(`throw new Error('no stock');`);
    const figure = await typed(page, program);
    await expect(figure.problems).toContainText('8:');
    await expect(figure.problems).toContainText('Error: no stock');
    await figure.button('Run').click();
    await figure.is('idle');
    await textSurvives(figure, program);
  });

  test('a loop at the top: the page says that it does not load, and Kill gets out', async ({
    page,
  }) => {
    const program = shop('while (true) {}');
    const figure = await typed(page, program);
    await figure.is('loading');
    await expect(figure.notices).toContainText('has not loaded after 3 seconds');
    await pageLives(page);
    await figure.kill();
    await figure.is('crashed');
    await expect(figure.notices).toContainText('Killed before the program had loaded');
    expect(await figure.text()).toBe(program);
    await runsAgain(figure);
  });
});

test.describe('a loop without an end', () => {
  test('in an async handler: Stop ends the worker after 2 s, and no finally is made up', async ({
    page,
  }) => {
    const program = tool(`async () => {
  try {
    while (true) {}
  } finally {
    console.log('cleaned up');
  }
}`);
    const figure = await typed(page, program);
    await figure.start();
    await figure.is('running');
    await figure.waitFor({ kind: 'handler.enter' });
    await pageLives(page);
    const stopped = Date.now();
    await figure.stop();
    await figure.is('stopping');
    await figure.is('crashed', { timeout: 8000 });
    expect(Date.now() - stopped).toBeGreaterThan(1500);
    await expect(figure.notices).toContainText('never awaited');
    await expect(figure.story()).toContainText('Killed: no finally ran');

    const trace = await figure.trace();
    for (const kind of ['finally.enter', 'handler.exit', 'await.raise', 'output']) {
      isAbsent(trace, { kind });
    }
    const handler = (await figure.bars()).find(({ kind }) => kind === 'handler');
    expect(handler).toMatchObject({ state: 'unfinished' });
    expect(await figure.text()).toBe(program);
    await runsAgain(figure);
  });

  test('in a plain handler: the server is told, the thread goes on, and Kill gets out', async ({
    page,
  }) => {
    const program = tool(`() => {
  while (true) {}
}`);
    const figure = await typed(page, program);
    await figure.start();
    await figure.waitFor({ kind: 'handler.enter', who: 'thread' });
    await figure.stop();
    await figure.waitFor({ kind: 'cancel.notice' });
    await figure.is('stopping');
    await expect(figure.story()).toContainText('still running');
    await pageLives(page);
    await figure.kill();
    await figure.is('crashed');
    await expect(figure.notices).toContainText('Killed: the worker was ended at once');
    isAbsent(await figure.trace(), { kind: 'handler.exit' });
    await textSurvives(figure, program);
  });

  // Neither gives way to the engine, so no message reaches it.
  for (const [where, handler] of [
    ['in a callback of map', '() => [1].map(() => { while (true) {} })'],
    ['in a regular expression', "() => /^(a+)+$/.test(`${'a'.repeat(40)}!`)"],
  ] as const) {
    test(`${where}: the page says that the program is out of reach, lives on, and Kill gets out`, async ({
      page,
    }) => {
      const program = tool(`async ${handler}`);
      const figure = await typed(page, program);
      await figure.start();
      await expect(figure.notices.first()).toContainText('Stop cannot reach it');
      await pageLives(page);
      await figure.box.getByRole('button', { name: 'Kill the worker' }).click();
      await figure.is('crashed');
      await expect(figure.notices).toHaveText(/^Killed: .+ no finally ran/);
      expect(await figure.text()).toBe(program);
      await runsAgain(figure);
    });
  }

  test('out of reach, and Stop: the worker is ended by itself', async ({ page }) => {
    const program = tool('() => [1].map(() => { while (true) {} })');
    const figure = await typed(page, program);
    await figure.start();
    // An earlier Stop may come before the call does.
    await expect(figure.notices.first()).toContainText('Stop cannot reach it');
    await figure.stop();
    await figure.is('crashed', { timeout: 8000 });
    await expect(figure.notices).toContainText('Its worker was ended after 2 seconds');
    await textSurvives(figure, program);
  });
});

test.describe('a handler that makes nothing of its cancellation', () => {
  test('swallows every one: the page lives, offers Kill after a while, and Kill gets out', async ({
    page,
  }) => {
    const program = tool(`async () => {
  while (true) {
    try {
      await sleep(0.5);
    } catch {}
  }
}`);
    const figure = await typed(page, program);
    await figure.start();
    await figure.waitFor({ kind: 'await.enter' });
    await figure.stop();
    await expect(figure.notices).toContainText('Kill ends its worker');
    await figure.is('stopping');
    await pageLives(page);
    await figure.kill();
    await figure.is('crashed');
    // However often it was raised, the picture holds a bounded number of events.
    expect((await figure.trace()).length).toBeLessThanOrEqual(5000);
    await textSurvives(figure, program);
  });

  test('returns in its finally: a warning, and nothing reaches the client', async ({ page }) => {
    const program = tool(`async () => {
  try {
    await sleep(5);
  } finally {
    return 'still here';
  }
}`);
    const figure = await typed(page, program);
    const warnings = figure.problems.locator('[data-severity="warning"]', { hasText: '12:5' });
    await expect(warnings).toHaveCount(1);
    await figure.useClock('virtual');
    await figure.start();
    const trace = await figure.ended();
    inOrder(trace, [
      { kind: 'await.raise', outcome: 'cancelled', t: 0.5 },
      { kind: 'handler.exit', outcome: 'returned', value: 'still here', t: 0.5 },
      { kind: 'result.dropped', value: 'still here' },
    ]);
    isAbsent(trace, { kind: 'client.result' });
    isAbsent(trace, { kind: 'wire', dir: 's2c', call: 1 });
    await expect(warnings).toHaveCount(1);
    await textSurvives(figure, program);
  });
});

test('a hundred thousand lines of output: the page stays alive, and the last lines are shown', async ({
  page,
}) => {
  const program = tool(`() => {
  for (let line = 1; line <= 100_000; line++) console.log('line', line);
}`);
  const figure = await typed(page, program);
  const output = await figure.panel('Output');
  await figure.start();
  const trace = await figure.ended({ timeout: 40_000 });
  await expect(output.getByText('line 100000', { exact: true })).toBeVisible();
  await expect(output).toContainText('99,000 earlier lines are not shown.');
  // What keeps it quick: few events, and no more lines than anybody reads.
  expect(of(trace, 'output').length).toBeLessThan(1000);
  await expect(output.locator('.output-line')).toHaveCount(1000);
  await pageLives(page);
  await textSurvives(figure, program);
});

test('every task waits and no timer is set: the virtual clock says which', async ({ page }) => {
  const program = tool(`async () => {
  await new Event().wait();
}`);
  const figure = await typed(page, program);
  await figure.useClock('virtual');
  await figure.setStopAt(null);
  await figure.start();
  await figure.ended();
  await expect(figure.notices).toContainText('every task waits and no timer is set');
  await expect(figure.notices).toContainText('order_book');
  await textSurvives(figure, program);
});

test.describe('checkCancelled where there is no worker thread', () => {
  test('in an async handler: an error of its own at its line, and no word of it to the client', async ({
    page,
  }) => {
    const program = tool(`async () => {
  fromThread.checkCancelled();
}`);
    const figure = await typed(page, program);
    await figure.start();
    const trace = await figure.ended();
    expect(of(trace, 'handler.exit')).toEqual([
      expect.objectContaining({ outcome: 'raised', exc: 'NoEventLoopError', line: 9 }),
    ]);
    isAbsent(trace, { kind: 'check', raised: true });
    expect(of(trace, 'client.result')).toEqual([
      expect.objectContaining({ is_error: true, text: 'Error executing tool order_book' }),
    ]);
    const handler = (await figure.bars()).find(({ kind }) => kind === 'handler');
    expect(handler).toMatchObject({ state: 'failed' });
    await expect(figure.story()).toContainText(/failed .+ with NoEventLoopError/);
    await expect(await figure.panel('Output')).toContainText('NoEventLoopError');
    await textSurvives(figure, program);
  });

  test('at the top of the module: the same error, where the program is', async ({ page }) => {
    const program = shop('fromThread.checkCancelled();');
    const figure = await typed(page, program);
    await expect(figure.problems).toContainText('8:');
    await expect(figure.problems).toContainText('NoEventLoopError');
    await textSurvives(figure, program);
  });

  test('in a plain handler it is right, and one that is swallowed raises again', async ({
    page,
  }) => {
    const program = tool(`() => {
  for (let unit = 0; unit < 3; unit++) {
    fromThread.run(sleep, 0.4);
    try {
      fromThread.checkCancelled();
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
    }
  }
}`);
    const figure = await typed(page, program);
    await figure.useClock('virtual');
    await figure.setStopAt(null);
    await figure.start();
    const quiet = await figure.ended();
    expect(of(quiet, 'check').map(({ raised }) => raised)).toEqual([false, false, false]);
    expect(of(quiet, 'client.result')).toHaveLength(1);
    await textSurvives(figure, program);
  });
});
