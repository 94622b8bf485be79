import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { devices, expect, type BrowserContext, type Page } from '@playwright/test';
import { decodeShare, encodeShare, type ShareState } from '../playground/share/index.ts';
import { Figure, type Event } from './figure.ts';
import { openPlayground, test } from './site.ts';

const clipboard = ['clipboard-read', 'clipboard-write'];

/** The last link that was copied, as text. */
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** What a link's hash holds. */
async function held(link: string): Promise<ShareState> {
  const shared = await decodeShare(new URL(link).hash);
  if (!shared.ok) throw new Error(shared.message);
  const { ok: _, ...state } = shared;
  return state;
}

/** Open a link in a tab of its own; nothing has run there, and nothing has been started that could. */
async function openInNewTab(context: BrowserContext, link: string): Promise<Figure> {
  const page = await context.newPage();
  await page.goto(link);
  const figure = new Figure(page, page.locator('.playground'));
  await expect(figure.box.getByText('as in the link')).toBeVisible();
  await expect(figure.editor).toBeVisible();
  await hasRunNothing(page);
  return figure;
}

async function hasRunNothing(page: Page): Promise<void> {
  const figure = page.locator('.playground');
  await expect(figure).toHaveAttribute('data-state', 'idle');
  await expect(figure).not.toHaveAttribute('data-run');
  await expect(figure).not.toHaveAttribute('data-trace');
  expect(page.frames(), 'no sandbox').toHaveLength(1);
  expect(page.workers().filter((worker) => worker.url().startsWith('blob:'))).toEqual([]);
}

/** The order of what a program goes through, without times: those of a live run are its reader's own. */
const order = (events: readonly Event[]) =>
  events
    .filter(({ kind }) => !['line', 'loop.blocked', 'loop.freed'].includes(kind))
    .map(({ kind, who, fn, line, outcome, method }) =>
      [kind, who, fn, line, outcome, method].filter((part) => part !== undefined).join(' '),
    );

const exact = (events: readonly Event[]) =>
  events.map(({ t, ...event }) => [t, order([{ t, ...event }])]);

test('from the guide: a live run with a Stop, in a link, replayed to the same trace', async ({
  page,
  context,
}) => {
  await context.grantPermissions(clipboard);
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.start();
  await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
  await figure.stop();
  const live = await figure.ended();
  await figure.choose('Copy link');
  await expect(figure.box.getByText('Link copied.')).toBeVisible();
  const link = await copied(page);
  const state = await held(link);
  expect(state.script.acts).toHaveLength(1);

  const other = await openInNewTab(context, link);
  await expect(other.box).toHaveAttribute('data-transport', 'stdio');
  await expect(other.box).toHaveAttribute('data-clock', 'real');
  const replay = other.button('Replay on the virtual clock');
  await replay.click();
  const first = await other.ended();
  expect(order(first)).toEqual(order(live));
  const [stop] = first.filter(({ kind }) => kind === 'client.stop');
  expect(stop?.t).toBeCloseTo(state.script.acts[0]!.at, 9);
  const run = await other.runId();
  await replay.click();
  await expect.poll(() => other.runId()).not.toBe(run);
  expect(exact(await other.ended())).toEqual(exact(first));
});

test('from the playground: program, script, clock, transport and arguments', async ({
  page,
  context,
}) => {
  await context.grantPermissions(clipboard);
  await openPlayground(page);
  const figure = new Figure(page, page.locator('.playground'));
  await figure.box.getByLabel('Start from').selectOption('rebuild_index');
  await expect(figure.editor).toBeVisible();
  await figure.useTransport('memory');
  await figure.useClock('virtual');
  await figure.setStopAt(1.5);
  await figure.button('Run').focus();
  await figure.box.getByLabel('titles').fill('Dune\nЗаказ “книги” 📚');
  await figure.button('Edit').click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.insertText('// ń 你好 – naïve\u00a0space\n');
  await expect(figure.box.getByText('edited', { exact: true })).toBeVisible();
  await figure.button('Copy link').click();
  await expect(figure.box.getByText('Link copied.')).toBeVisible();

  const link = await copied(page);
  const state = await held(link);
  expect(state.program.source).toMatch(/^\/\/ ń 你好 – naïve\u00a0space\nimport/);
  expect(state).toMatchObject({
    clock: 'virtual',
    script: {
      transport: { kind: 'memory' },
      acts: [{ at: 1.5, do: 'stop', call: 1 }],
      calls: [{ target: 'rebuild_index', arguments: { titles: ['Dune', 'Заказ “книги” 📚'] } }],
    },
  });
  expect(page.url(), 'the address is the link').toBe(link);

  const other = await openInNewTab(context, link);
  await expect(other.box).toHaveAttribute('data-transport', 'memory');
  await expect(other.box).toHaveAttribute('data-clock', 'virtual');
  await other.start();
  const there = await other.ended();
  await figure.start();
  expect(exact(there)).toEqual(exact(await figure.ended()));
  expect(there.filter(({ kind }) => kind === 'client.stop').map(({ t }) => t)).toEqual([1.5]);
});

/** A generator that begins with a seed, so that what fails fails again (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const pieces = [
  'await sleep(1);\n',
  "mcp.tool('a', {}, async () => 'b');\r\n",
  '\t// Заказ “книги” 📚 ń 你好 – naïve\u00a0space\n',
  '\r',
  '\r\n\r\n',
  '\ud800',
  '\udfff\udbff',
  '\u2028\u2029\ufeff\u0000',
  '<script>&amp;%00</script>',
  '👩‍👩‍👧‍👦é',
  '   \n',
  '`${a}`',
];

function generated(seed: number): ShareState {
  const below = seeded(seed);
  const any = () => String.fromCharCode(below(0x10000));
  const source = Array.from({ length: below(60) }, () =>
    below(3) === 0 ? any() : pieces[below(pieces.length)],
  ).join('');
  return {
    program: { language: 'typescript', source },
    clock: below(2) === 0 ? 'real' : 'virtual',
    script: {
      transport: below(2) === 0 ? { kind: 'memory' } : { kind: 'stdio', era: 'legacy' },
      calls: [
        {
          method: 'tools/call',
          target: `tool${seed}`,
          arguments: { [any()]: any(), __proto__x: [below(9), null, { deep: any() }] },
          read_timeout_seconds: below(2) === 0 ? null : below(1000) / 8,
          at: 0,
        },
      ],
      acts: Array.from({ length: below(3) }, (_, index) => ({
        at: index + below(1000) / 1000,
        do: 'stop' as const,
        call: 1,
      })),
    },
  };
}

/** What a text field makes of a text: it knows one kind of line end. */
const asField = (text: string) => text.replaceAll(/\r\n?/g, '\n');

test.describe('on a touch screen, where a text field shows the whole program', () => {
  const { userAgent, isMobile, hasTouch } = devices['Pixel 7'];
  test.use({ userAgent, isMobile, hasTouch, viewport: { width: 900, height: 900 } });

  test('forty programs: what came by the link is shown and goes into the next', async ({
    page,
    context,
  }) => {
    test.slow();
    await context.grantPermissions(clipboard);
    await page.goto('/playground/');
    const figure = new Figure(page, page.locator('.playground'));
    for (let seed = 0; seed < 40; seed++) {
      const state = generated(seed);
      const hash = await encodeShare(state);
      await page.evaluate((link) => (location.hash = link), hash);
      // As JSON: a lone surrogate would not come out of the page otherwise.
      const field = page.locator('.code-plain');
      await expect
        .poll(() => field.evaluate((text) => JSON.stringify((text as HTMLTextAreaElement).value)), {
          intervals: [10, 20, 50],
          message: `program ${seed}`,
        })
        .toBe(JSON.stringify(asField(state.program.source)));
      await expect(figure.box).toHaveAttribute('data-clock', state.clock);
      await page.evaluate(() => navigator.clipboard.writeText(''));
      await figure.button('Copy link').click();
      await expect.poll(() => copied(page), { intervals: [10, 20, 50] }).toContain('#p=');
      expect(await held(await copied(page))).toEqual({ ...state, example: 'order_book' });
    }
  });

  test('a hundred broken links: a clear word, the default program, nothing run', async ({
    page,
  }) => {
    test.slow();
    const links = await brokenLinks();
    expect(links).toHaveLength(100);
    await page.goto('/playground/');
    const figure = new Figure(page, page.locator('.playground'));
    const field = page.locator('.code-plain');
    await expect(field).toHaveValue(/new MCPServer\('Bookshop'\)/);
    const own = await field.inputValue();
    const fine = await encodeShare(generated(4));
    for (const [index, [link, word]] of links.entries()) {
      // Among broken links a good one, so that the word is this link's own.
      if (index % 10 === 0) {
        await page.evaluate((hash) => (location.hash = hash), fine);
        await expect(figure.box.getByText('as in the link')).toBeVisible();
        await expect(figure.notices).toHaveCount(0);
      }
      await page.evaluate((hash) => (location.hash = hash), link);
      await expect(figure.notices, link.slice(0, 80)).toHaveText(word);
      await expect(field).toHaveValue(own);
      await hasRunNothing(page);
    }
    await expect(figure.box).toHaveAttribute('data-figure', 'order_book');
    await expect(figure.box.getByText('as in the guide')).toBeVisible();
  });
});

test('with the editor: eight programs go out as they came in, long ones with a word', async ({
  page,
  context,
}) => {
  await context.grantPermissions(clipboard);
  await openPlayground(page);
  const figure = new Figure(page, page.locator('.playground'));
  for (let seed = 500; seed < 508; seed++) {
    const state = generated(seed);
    await page.evaluate((link) => (location.hash = link), await encodeShare(state));
    await expect(figure.box.getByRole('combobox', { name: 'Target' })).toHaveText(`tool${seed}`);
    await expect(figure.editor).toBeVisible();
    await figure.button('Copy link').click();
    await expect
      .poll(async () => (await held(await copied(page))).program.source)
      .toBe(state.program.source);
  }
  const long = { ...generated(1), program: { language: 'typescript' as const, source: '' } };
  long.program.source = `// ${randomBytes(100_000).toString('hex')}\n`;
  await page.evaluate((link) => (location.hash = link), await encodeShare(long));
  await expect(figure.box.getByRole('combobox', { name: 'Target' })).toHaveText('tool1');
  await figure.button('Copy link').click();
  await expect(figure.box.getByText(/so long that chat and mail may cut it/)).toBeVisible();
  expect(await held(await copied(page))).toMatchObject({ program: long.program });
});

/** The bytes of a link whose body is this, well formed in all but what the body is. */
function linkOf(body: Buffer, version = 1): string {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let rest = byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    return rest >>> 0;
  });
  let crc = 0xffffffff;
  for (const byte of body) crc = (crc >>> 8) ^ table[(crc ^ byte) & 0xff]!;
  const head = Buffer.alloc(5);
  head[0] = version;
  head.writeUInt32BE((crc ^ 0xffffffff) >>> 0, 1);
  return `#p=${Buffer.concat([head, body]).toString('base64url')}`;
}

const json = (value: unknown) => linkOf(deflateRawSync(JSON.stringify(value)));

/** A hundred ways to be no link, with what the page says of each. */
async function brokenLinks(): Promise<[string, RegExp][]> {
  const below = seeded(7);
  const good = await encodeShare(generated(3));
  const body = good.slice(3);
  const links: [string, RegExp][] = [];
  const cut = /was cut or altered|altered, or comes from elsewhere|another version/;
  for (let count = 0; count < 40; count++) links.push([good.slice(0, 3 + below(body.length)), cut]);
  for (let count = 0; count < 30; count++) {
    const at = below(body.length);
    const other = body[at] === 'A' ? 'B' : 'A';
    links.push([`#p=${body.slice(0, at)}${other}${body.slice(at + 1)}`, cut]);
  }
  for (let count = 0; count < 10; count++) {
    links.push([`#p=${randomBytes(20 + below(200)).toString('base64')}+/=`, /altered, or comes/]);
  }
  for (let version = 2; version < 10; version++) {
    links.push([linkOf(deflateRawSync('{}'), version), /another version/]);
  }
  const valid = { l: 'typescript', s: '', k: 'real', t: { kind: 'memory' }, c: [], a: [] };
  const wrong = /is no program and run of this page/;
  links.push([json({ ...valid, l: 'cobol' }), wrong]);
  links.push([json({ ...valid, s: 5 }), wrong]);
  links.push([json({ ...valid, t: { kind: 'carrier pigeon' } }), wrong]);
  links.push([json({ ...valid, a: [{ do: 'stop', at: -1, call: 1 }] }), wrong]);
  links.push([json({ ...valid, more: '<img src=x onerror=alert(1)>' }), wrong]);
  links.push([json([]), wrong]);
  links.push([json(null), wrong]);
  links.push([linkOf(deflateRawSync('no json')), wrong]);
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 'a'));
  links.push([linkOf(bomb), /unfolds to more than 2 MB/]);
  links.push([json({ ...valid, s: 'x'.repeat(3 * 1024 * 1024) }), /unfolds to more than 2 MB/]);
  links.push([linkOf(randomBytes(100)), cut]);
  links.push(['#p=', cut]);
  return links;
}

test('a link in the address and the anchors of headings do not fight, and Back works', async ({
  page,
}) => {
  const hash = await encodeShare(generated(12));
  // In the guide a link is no place to go to; the page is as always.
  await page.goto(`/${hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await page.goto('/#limit');
  await expect(page.locator('#limit')).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('#limit');

  // In the playground an anchor is no link: no word about it.
  await page.goto('/playground/#limit');
  await expect(page.locator('.playground .code-pane:visible')).toHaveAttribute(
    'data-mode',
    'monaco',
  );
  await expect(page.locator('.playground .notice')).toHaveCount(0);

  await page.goto('/#shield');
  const figure = await Figure.inGuide(page, 'order_book');
  await figure.choose('Open in playground');
  await page.waitForURL(/\/playground\/#p=/);
  await expect(page.locator('.playground').getByText('as in the link')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/#shield');
  await expect(page.locator('[data-figure="order_book"]')).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/\/playground\/#p=/);
  await expect(page.locator('.playground').getByText('as in the link')).toBeVisible();
});

test('Back and Forward between two links show the program of each', async ({ page }) => {
  const [one, two] = [generated(21), generated(22)];
  await openPlayground(page, await encodeShare(one));
  const target = page.locator('.playground').getByRole('combobox', { name: 'Target' });
  await expect(target).toHaveText('tool21');
  await page.evaluate((hash) => (location.hash = hash), await encodeShare(two));
  await expect(target).toHaveText('tool22');
  await page.goBack();
  await expect(target).toHaveText('tool21');
  await page.goForward();
  await expect(target).toHaveText('tool22');
});
