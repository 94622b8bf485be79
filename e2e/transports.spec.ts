import { expect, type Page } from '@playwright/test';
import type { Transport } from '../content/claims.ts';
import { engines, test } from './engines.ts';
import { Figure, left, of, type Event } from './figure.ts';
import { isAccessible } from './site.ts';

/** How the server learns of a Stop on each wire where it does: a message, or a connection that is closed. */
const cancels: Partial<Record<Transport, 'notification' | 'closed'>> = {
  'stdio-modern': 'notification',
  'stdio-legacy': 'notification',
  'http-modern': 'closed',
  'http-modern-stateless': 'closed',
  'http-legacy': 'notification',
  'http-legacy-json': 'notification',
};

/** Where a switch turns cancellation off, and whether the answer is sent all the same. */
const runsOn: Partial<Record<Transport, 'dropped' | 'sent'>> = {
  'http-modern-json': 'dropped',
  'http-legacy-stateless': 'sent',
};

const named = <Value>(record: Partial<Record<Transport, Value>>) =>
  Object.entries(record) as [Transport, Value][];

/** A run of `order_book` on the virtual clock, stopped at 0.5 s unless it is started otherwise. */
async function run(figure: Figure, transport: Transport, start = () => figure.start()) {
  await figure.useTransport(transport);
  await start();
  // A first start fetches and starts all of Python.
  return figure.ended({ timeout: 45_000 });
}

async function orderBook(page: Page): Promise<Figure> {
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.useClock('virtual');
  return figure;
}

/** What the handler goes through, without what only one engine tells. */
const handler = (trace: readonly Event[]) =>
  trace
    .filter(({ kind }) => /^(handler|finally|shield)\./.test(kind))
    .map(({ kind, t, outcome }) => `${t.toFixed(2)} ${kind} ${String(outcome ?? '')}`.trim());

const cleansUp = [
  '0.00 handler.enter',
  '0.50 finally.enter',
  '0.50 shield.enter',
  '0.60 shield.exit',
  '0.60 finally.exit returned',
  '0.60 handler.exit cancelled',
];

for (const engine of engines) {
  test.describe(engine, () => {
    test.use({ engine });
    test.describe.configure({ timeout: 120_000 });

    test('transports: the same steps over every wire; only what crosses differs', async ({
      reader,
    }) => {
      const figure = await orderBook(reader);
      for (const [transport, how] of named(cancels)) {
        await test.step(transport, async () => {
          const trace = await run(figure, transport);
          const [kind, era] = transport.split('-') as [string, string];
          await expect(figure.box).toHaveAttribute('data-transport', kind);
          await expect(figure.box).toHaveAttribute('data-era', era);
          expect(handler(trace)).toEqual(cleansUp);
          expect(left(trace, 'holds')).toEqual([]);
          expect(of(trace, 'client.cancelled')[0]?.t).toBeCloseTo(0.5, 6);

          const log = await figure.panel('Wire');
          const row = log.locator('[data-method="tools/call"]');
          const notification = log.locator('[data-method="notifications/cancelled"]');
          await expect(notification).toHaveCount(how === 'notification' ? 1 : 0);
          if (how === 'closed') await expect(row).toHaveAttribute('data-closed-by', 'client');
          // Two moments, and they are not one.
          const moments = log.locator('[data-moment]');
          await expect(moments).toHaveText([/^The client stops/, /^The server learns/]);
          // A session of the 2025 protocol answers with an error; every other wire sends nothing.
          const answer = transport.startsWith('http-legacy') ? 'error' : 'nothing was sent';
          await expect(row).toHaveAttribute('data-reply', answer);
        });
      }
    });

    test('client-side: a Stop cancels the await, a timeout raises in it, on stdio and on HTTP', async ({
      reader,
    }) => {
      const figure = await orderBook(reader);
      await figure.setTimeout(2);
      for (const transport of ['stdio-modern', 'http-modern', 'http-legacy'] as const) {
        await test.step(transport, async () => {
          const stopped = await run(figure, transport);
          expect(of(stopped, 'client.cancelled')).toHaveLength(1);
          expect(of(stopped, 'client.error')).toEqual([]);

          const timedOut = await run(figure, transport, () => figure.start('Timeout'));
          const [error] = of(timedOut, 'client.error');
          expect(error).toMatchObject({ code: -32001 });
          expect(error?.t).toBeCloseTo(2, 6);
          expect(of(timedOut, 'client.cancelled')).toEqual([]);
          expect(handler(timedOut).at(-1)).toBe('2.10 handler.exit cancelled');
          const [moment] = await (await figure.panel('Wire')).locator('[data-moment]').all();
          await expect(moment!).toHaveText(/^The client’s timeout runs out +2\.00 s/);
        });
      }
    });

    test('switched-off: where a switch is on, the client leaves and the handler runs to its end', async ({
      reader,
    }) => {
      const figure = await orderBook(reader);
      for (const [transport, value] of named(runsOn)) {
        await test.step(transport, async () => {
          const trace = await run(figure, transport);
          const setting = transport.endsWith('json') ? 'json_response' : 'stateless_http';
          await expect(figure.box).toHaveAttribute('data-switches', setting);
          expect(of(trace, 'client.cancelled')[0]?.t).toBeCloseTo(0.5, 6);
          expect(of(trace, 'await.raise')).toEqual([]);
          expect(handler(trace).at(-1)).toBe('30.10 handler.exit returned');
          const row = (await figure.panel('Wire')).locator('[data-method="tools/call"]');
          await expect(row.locator('s')).toHaveCount(1);
          if (value === 'dropped') {
            await expect(row).toHaveAttribute('data-reply', 'nothing was sent');
            await expect(figure.story()).toContainText('The server never learnt of it.');
          } else {
            await expect(row).toHaveAttribute('data-reply', 'response');
            await expect(figure.story()).toContainText('An answer came when nobody waited.');
          }
        });
      }
    });

    test('disconnect: what the server does when its client goes away, on each wire', async ({
      reader,
    }) => {
      const figure = await orderBook(reader);
      const leaves = (name: string) => async () => {
        const before = await figure.runId();
        await figure.choose(name);
        await expect.poll(() => figure.runId()).not.toBe(before);
      };
      for (const transport of ['stdio-modern', 'http-modern', 'http-legacy'] as const) {
        const trace = await run(figure, transport, leaves('Disconnect'));
        expect(of(trace, 'client.error')[0]).toMatchObject({ code: -32000 });
        expect(handler(trace)).toEqual(cleansUp);
        await expect(figure.story()).toHaveText(/^disconnected 0\.50 s → .*cleaned up 0\.60 s/);
      }
      // In memory nothing tells the handler, and the client waits for it.
      const inMemory = await run(figure, 'memory', leaves('Disconnect'));
      expect(handler(inMemory).at(-1)).toBe('30.10 handler.exit returned');
      // The session outlives its connections: nobody ended it.
      const dropped = await run(figure, 'http-legacy', leaves('Drop the connection'));
      expect(of(dropped, 'http.request').map(({ verb }) => verb)).not.toContain('DELETE');
      expect(handler(dropped).at(-1)).toBe('30.10 handler.exit returned');
    });
  });
}

test('a transport is chosen for the next run; the shown one and the typed text stay', async ({
  page,
}) => {
  const figure = await orderBook(page);
  await figure.start();
  const before = await figure.ended();
  await figure.setTimeout(7);
  await figure.useTransport('http-modern-json');
  await expect(figure.box.getByText('before your change')).toBeVisible();
  expect(await figure.trace()).toEqual(before);
  await expect(figure.box.getByLabel('Timeout, in seconds')).toHaveValue('7');
  await figure.useTransport('stdio-modern');
  await expect(figure.box.getByText('before your change')).toHaveCount(0);

  await figure.useTransport('http-legacy-stateless');
  const { script } = await figure.share();
  expect(script.transport).toEqual({
    kind: 'http',
    era: 'legacy',
    json_response: false,
    stateless_http: true,
  });
});

test('the wire log: headers, the exact text, copied; a filter', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const figure = await orderBook(page);
  const trace = await run(figure, 'http-legacy');
  const log = await figure.panel('Wire');
  const all = await log.locator('.wire-rows > li').count();
  await log.getByLabel('Filter').fill('tools/call');
  await expect(log.getByRole('status')).toHaveText(`1 of ${all} lines`);
  const row = log.locator('[data-method="tools/call"]');
  await row.locator('summary').first().click();
  await expect(row.getByText('mcp-session-id').first()).toBeVisible();
  await row.getByRole('button', { name: 'Copy' }).first().click();
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
    await log.getByLabel('Filter').fill('');
    await isAccessible(page, '[data-figure="order_book"]');
  }
  const sent = of(trace, 'wire').find(({ method }) => method === 'tools/call');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(sent?.['body']);

  await log.getByLabel('Filter').fill('no such thing');
  await expect(log.getByText('No line has all of these words.')).toBeVisible();
});
