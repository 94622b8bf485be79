import { expect, test, type Page } from '@playwright/test';
import { Figure, left, of, type Event } from './figure.ts';
import { inOrder, isAbsent } from './verifies.ts';

/** What a sandbox lives in; a page that goes on making them runs out of memory. */
const engines = (page: Page) => page.locator('iframe[title="Engine"]');

/** Press buttons by their titles within one turn of the page, faster than any finger. */
const pressAtOnce = (figure: Figure, ...names: string[]) =>
  figure.box.evaluate((box, wanted) => {
    const buttons = [...box.querySelectorAll('button')];
    for (const name of wanted) {
      buttons.find((button) => button.textContent.trim() === name)!.click();
    }
  }, names);

/** One after the other, each as soon as it can be pressed. */
const pressOneByOne = (figure: Figure, ...names: string[]) =>
  figure.box.evaluate(async (box, wanted) => {
    for (const name of wanted) {
      const button = [...box.querySelectorAll('button')].find(
        ({ textContent }) => textContent.trim() === name,
      )!;
      while (button.ariaDisabled === 'true') await new Promise(requestAnimationFrame);
      button.click();
    }
  }, names);

const answers = { kind: 'wire', dir: 's2c', call: 1 };

test.describe('when Stop comes', () => {
  test('before the engine is there: it is kept for this run, which unwinds at its first moment', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await pressAtOnce(figure, 'Run');
    await figure.stop();
    const trace = await figure.ended();
    inOrder(trace, [{ kind: 'client.stop' }, { kind: 'cancel.notice' }]);
    expect(of(trace, 'client.cancelled')).toHaveLength(1);
    expect(of(trace, 'handler.exit')).toEqual([expect.objectContaining({ outcome: 'cancelled' })]);
    isAbsent(trace, answers);
    expect(left(trace, 'holds')).toEqual([]);
    await expect(figure.story()).toContainText('stop requested');
  });

  test('as soon as the button can be pressed, on a warm engine: the call is cancelled all the same', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.start();
    await figure.stop();
    await figure.ended();
    for (let time = 0; time < 5; time++) {
      const before = await figure.runId();
      await pressOneByOne(figure, 'Run', 'Stop');
      await expect.poll(() => figure.runId()).not.toBe(before);
      const trace = await figure.ended();
      expect(of(trace, 'client.result')).toEqual([]);
      expect(of(trace, 'client.cancelled')).toHaveLength(1);
      expect(of(trace, 'handler.enter').length).toBe(of(trace, 'handler.exit').length);
      isAbsent(trace, answers);
      expect(left(trace, 'holds') ?? []).toEqual([]);
    }
  });

  test('after the end, and where nothing ever ran: nothing happens, and the next run is answered', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book_quick');
    await expect(figure.button('Stop')).toBeDisabled();
    await pressAtOnce(figure, 'Stop');
    await page.keyboard.press('Escape');
    await expect(figure.notices).toHaveCount(0);

    for (let run = 0; run < 2; run++) {
      await figure.start();
      const trace = await figure.ended();
      expect(of(trace, 'client.result')).toEqual([
        expect.objectContaining({ text: "Ordered 'Dune'." }),
      ]);
      const story = await figure.story().textContent();
      await pressAtOnce(figure, 'Stop');
      await figure.is('ended');
      expect(await figure.story().textContent()).toBe(story);
      await expect(figure.notices).toHaveCount(0);
    }
  });

  test('twice: the second changes nothing, and the story says so', async ({ page }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    await pressAtOnce(figure, 'Stop', 'Stop', 'Stop');
    const trace = await figure.ended();
    expect(of(trace, 'client.stop').map(({ how }) => how)).toEqual(['scope', 'again', 'again']);
    expect(of(trace, 'client.cancelled')).toHaveLength(1);
    expect(of(trace, 'finally.enter')).toHaveLength(1);
    expect(of(trace, 'shield.exit')).toEqual([
      expect.objectContaining({ cancelled_caught: false }),
    ]);
    expect(of(trace, 'error')).toEqual([]);
    expect(left(trace, 'holds')).toEqual([]);
    await expect(figure.story()).toContainText('Stopping again changed nothing.');
  });

  test('during a hanging release, again and again: only the limit of 5 s cuts it', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book_hang');
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    await figure.stop();
    await figure.waitFor({ kind: 'shield.enter' });
    await pressOneByOne(figure, ...Array<string>(5).fill('Stop'));
    const trace = await figure.ended();
    expect(of(trace, 'client.stop')).toHaveLength(6);
    const [stopped] = of(trace, 'client.stop');
    const [exited] = of(trace, 'shield.exit');
    expect(exited).toMatchObject({ cancelled_caught: true });
    expect(exited!.t - stopped!.t).toBeGreaterThanOrEqual(5);
    await expect(figure.story()).toContainText('cut by its 5 s limit');
  });

  test('by Escape: the same as the button', async ({ page }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    await page.keyboard.press('Escape');
    const trace = await figure.ended();
    expect(of(trace, 'client.stop')).toHaveLength(1);
    expect(left(trace, 'holds')).toEqual([]);
  });
});

test('fifty times Run and Stop: each unwinds, and one engine is alive at the end', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'order_book');
  const traces = await runAndStop(figure, 50);
  expect(traces).toHaveLength(50);
  for (const trace of traces) {
    expect(of(trace, 'handler.exit')).toEqual([expect.objectContaining({ outcome: 'cancelled' })]);
    expect(of(trace, 'finally.exit')).toEqual([expect.objectContaining({ outcome: 'returned' })]);
    expect(of(trace, 'error')).toEqual([]);
    expect(left(trace, 'holds')).toEqual([]);
  }
  await expect(figure.notices).toHaveCount(0);
  expect(await engines(page).count()).toBeLessThanOrEqual(1);
});

/** Run, and Stop as soon as the handler waits, so many times; in the page itself, as fast as it goes. */
const runAndStop = (figure: Figure, times: number): Promise<Event[][]> =>
  figure.box.evaluate(async (box, count) => {
    const button = (name: string) =>
      [...box.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === name)!;
    const until = (shown: () => boolean) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!shown()) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(box, { attributes: true, childList: true, subtree: true });
      });
    const traces = [];
    for (let time = 0; time < count; time++) {
      const before = box.getAttribute('data-run');
      button('Run').click();
      await until(
        () =>
          box.getAttribute('data-run') !== before &&
          box.querySelector('[data-kind="await"][data-state="running"]') !== null,
      );
      button('Stop').click();
      await until(() => box.getAttribute('data-state') === 'ended');
      traces.push(JSON.parse(box.getAttribute('data-trace')!));
    }
    return traces;
  }, times);

test('three timeouts in a row: each tells the server, each cleans up, none leaves a hold', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.setTimeout(0.4);
  for (let time = 0; time < 3; time++) {
    await figure.start('Timeout');
    const trace = await figure.ended();
    inOrder(trace, [
      { kind: 'client.timeout', after: 0.4 },
      { kind: 'wire', dir: 'c2s', method: 'notifications/cancelled' },
      { kind: 'cancel.notice' },
      { kind: 'finally.exit', outcome: 'returned' },
      { kind: 'handler.exit', outcome: 'cancelled' },
    ]);
    isAbsent(trace, answers);
    expect(left(trace, 'holds')).toEqual([]);
    // The give-up and what reached the server are two things in the picture.
    await expect(figure.box.locator('[data-mark="timeout"]')).toHaveCount(1);
    await expect(figure.box.locator('[data-mark="told"]')).toHaveCount(1);
    await expect(figure.story()).toContainText(/timed out .+ → server told .+ cleaned up/);
  }
});

test('no answer is drawn for a cancelled call, and the client waits for none', async ({ page }) => {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.start();
  await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
  await figure.stop();
  const trace = await figure.ended();
  isAbsent(trace, answers);
  const [settled] = of(trace, 'client.cancelled');
  const [exit] = of(trace, 'handler.exit');
  expect(settled!.t).toBeLessThan(exit!.t);

  const id = String(of(trace, 'wire').find(({ method }) => method === 'tools/call')!['id']);
  const wire = await figure.panel('Wire');
  const request = wire.locator(`[data-method="tools/call"][data-id="${id}"]`);
  await expect(request).toHaveAttribute('data-reply', 'nothing was sent');
  await expect(request).toContainText('← nothing was sent');
  await expect(request.locator('[data-dir="s2c"]')).toHaveCount(0);
  await expect(wire.locator('[data-method="notifications/cancelled"]')).toHaveCount(1);
});

test('two calls, one of them stopped: the other is answered', async ({ page }) => {
  const state = await (await Figure.inGuide(page, 'order_book')).share();
  const [call] = state.script.calls;
  state.script.calls = [call!, { ...call!, arguments: { title: 'Emma' } }];
  state.script.acts = [{ at: 0.5, do: 'stop', call: 1 }];
  const figure = await Figure.shared(page, { ...state, clock: 'virtual' });
  await figure.start();
  const trace = await figure.ended();

  const about = (number: number) => trace.filter(({ call: of }) => of === number);
  inOrder(about(1), [
    { kind: 'cancel.notice', t: 0.5 },
    { kind: 'handler.exit', outcome: 'cancelled', t: 0.6 },
  ]);
  isAbsent(trace, answers);
  inOrder(about(2), [
    { kind: 'handler.exit', outcome: 'returned', t: 30.1 },
    { kind: 'wire', dir: 's2c', what: 'response', t: 30.1 },
    { kind: 'client.result', text: "Ordered 'Emma'.", t: 30.1 },
  ]);
  isAbsent(about(2), { kind: 'await.raise' });
  const holds = of(trace, 'state').map(({ values }) => (values as { holds: string[] }).holds);
  expect(holds).toEqual([['Dune'], ['Dune', 'Emma'], ['Emma'], []]);

  const bars = (await figure.bars()).filter(({ kind }) => kind === 'handler' || kind === 'call');
  expect(bars.map(({ kind, call: of, state: how }) => `${kind} ${of} ${how}`).toSorted()).toEqual([
    'call 1 cancelled',
    'call 2 done',
    'handler 1 cancelled',
    'handler 2 done',
  ]);
  await expect(figure.story(1)).toContainText('cleaned up');
  await expect(figure.story(2)).toContainText('answered');
});

/** A tool that reports all the time, ten times or without end. */
const reporter = (times: string) => `import { sleep } from 'anyio';
import { MCPServer, type Context } from 'mcp';

const mcp = new MCPServer('Bookshop');

async function countStock(_: object, ctx: Context) {
  for (let count = 1; count <= ${times}; count++) {
    await ctx.reportProgress(count);
    await sleep(0.3);
  }
  return 'counted';
}

mcp.tool('count_stock', {}, countStock);
`;

test('progress never moves the timeout, asked for or not, and an endless reporter is cut as well', async ({
  page,
}) => {
  const state = await (await Figure.inGuide(page, 'order_book')).share();
  for (const [times, progress] of [
    ['10', true],
    ['10', false],
    ['Infinity', true],
  ] as const) {
    const call = { ...state.script.calls[0]!, target: 'count_stock', arguments: {} };
    const calls = [{ ...call, read_timeout_seconds: 1, progress }];
    const figure = await Figure.shared(page, {
      program: { language: 'typescript', source: reporter(times) },
      script: { ...state.script, calls, acts: [] },
      clock: 'virtual',
    });
    await figure.start();
    const trace = await figure.ended();
    inOrder(trace, [
      { kind: 'client.timeout', after: 1, t: 1 },
      { kind: 'client.error', code: -32001, t: 1 },
      { kind: 'handler.exit', outcome: 'cancelled', t: 1 },
    ]);
    const reports = of(trace, 'wire').filter(({ method }) => method === 'notifications/progress');
    expect(reports).toHaveLength(progress ? 4 : 0);
  }
});

test('a thread that never asks: stop requested, still running, then ended and its value dropped', async ({
  page,
}) => {
  const figure = await Figure.inGuide(page, 'never_asks');
  await figure.watch();
  await figure.start();
  const run = await figure.runId();
  await figure.waitFor({ kind: 'work.enter', what: 'Dune' });
  await figure.stop();
  // It is still alive, so no second copy can be started beside it.
  await figure.is('stopping');
  await expect(figure.button('Run')).toBeDisabled();
  await pressAtOnce(figure, 'Run');
  const trace = await figure.ended();
  expect(await figure.runId()).toBe(run);
  await expect(figure.story()).toContainText('its value was dropped');

  const notice = of(trace, 'cancel.notice')[0]!;
  expect(of(trace, 'work.enter').some(({ t }) => t > notice.t)).toBe(true);
  expect(of(trace, 'result.dropped')).toEqual([
    expect.objectContaining({ value: 'Indexed 3 books.' }),
  ]);
  isAbsent(trace, answers);

  // The client has left, the tool has not, and nothing says that it has.
  const stopping = (await figure.shown()).filter(({ state }) => state === 'stopping');
  for (const { canRun } of stopping) expect(canRun).toBe(false);
  const atWork = stopping.filter(({ handler }) => handler === 'running');
  expect(atWork.at(-1)).toMatchObject({ call: 'cancelled' });
  expect(atWork.at(-1)!.story).toMatch(/^stop requested .+ → server told .+ → still running\.$/);
  for (const { story } of atWork) expect(story).not.toMatch(/stopped|ended|cleaned up|cancelled/);
  await expect(figure.story()).toHaveText(
    /^stop requested .+ → server told .+ → ended .+, its value was dropped\. Nothing was sent\.$/,
  );
});

test.describe('an old result beside something new', () => {
  const stale = 'From the program and settings before your change';

  test('an edit marks the timeline as of the earlier program; undoing it takes the mark away', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await expect(figure.box.getByText(stale)).toHaveCount(0);

    await figure.button('Edit').click();
    await expect(figure.editor).toBeVisible();
    await figure.editor.getByText('moveOnAfter').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(' // in a hurry');
    await expect(figure.box.getByText(stale)).toBeVisible();
    await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();

    await expect(async () => {
      await page.keyboard.press('ControlOrMeta+z');
      await expect(figure.box.getByText(stale)).toHaveCount(0, { timeout: 100 });
    }).toPass();
    await expect(figure.box.getByText('as in the guide', { exact: true })).toBeVisible();
  });

  test('the time of the Stop and the transport count as edits too', async ({ page }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await figure.setStopAt(0.7);
    await expect(figure.box.getByText(stale)).toBeVisible();
    await figure.setStopAt(0.5);
    await expect(figure.box.getByText(stale)).toHaveCount(0);
    await figure.useTransport('memory');
    await expect(figure.box.getByText(stale)).toBeVisible();
    await figure.start();
    await figure.ended();
    await expect(figure.box.getByText(stale)).toHaveCount(0);
  });

  test('so do the arguments', async ({ page }) => {
    const figure = await Figure.inPlayground(page);
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    await figure.box.getByRole('textbox', { name: 'title' }).fill('Emma');
    await expect(figure.box.getByText(stale)).toBeVisible();
    await figure.box.getByRole('textbox', { name: 'title' }).fill('Dune');
    await expect(figure.box.getByText(stale)).toHaveCount(0);
  });

  test('Run pressed twice at once is one run', async ({ page }) => {
    const figure = await Figure.inGuide(page, 'order_book_quick');
    await figure.watch();
    await pressAtOnce(figure, 'Run', 'Run');
    const trace = await figure.ended();
    expect(of(trace, 'handler.enter')).toHaveLength(1);
    const runs = new Set((await figure.shown()).map(({ run }) => run).filter(Boolean));
    expect(runs.size).toBe(1);
  });

  test('Stop and Run within one moment: the first run ends as its own, and the next Run is a new one', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    const first = await figure.runId();
    await figure.watch();
    await pressAtOnce(figure, 'Stop', 'Run');
    await expect(figure.button('Run')).toBeEnabled();
    const trace = await figure.ended();
    expect(await figure.runId()).toBe(first);
    expect(of(trace, 'handler.exit')).toEqual([expect.objectContaining({ outcome: 'cancelled' })]);

    await figure.start();
    await figure.is('running');
    await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
    isAbsent(await figure.trace(), { kind: 'client.stop' });
    await figure.stop();
    await figure.ended();
  });
});
