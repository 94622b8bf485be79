import { expect, type Page } from '@playwright/test';
import { engines, test } from './engines.ts';
import { Figure, of } from './figure.ts';
import { readerOf } from './reader.ts';

/** A first start fetches and starts all of Python, on a machine that has other things to do. */
const patient = { timeout: 60_000 };

const shop = (tool: string) => `import time

import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")


@mcp.tool()
${tool}
`;

const fine = shop(`async def order_book(title: str) -> str:
    return f"Ordered {title!r}."`);

/** Addresses of Python's own files that the page asks for. */
function pythonFiles(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\.(bin|zip)$/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test.describe('a first visit', () => {
  test.use({ storageState: async ({ baseURL }, use) => use(readerOf('python', baseURL!)) });
  test.slow();

  test('nothing of Python is fetched before Run, whose price is told; the start is shown in steps, and the figure stays in use', async ({
    page,
  }) => {
    const asked = pythonFiles(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/packages\.[\w-]+\.bin$/, async (route) => {
      await held;
      await route.continue();
    });
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.button('Run').hover();
    await figure.button('Run').focus();
    await expect(figure.box.getByText(/The first Run fetches Python, \d+ MB\./)).toBeVisible();
    expect(asked).toEqual([]);
    expect(page.workers()).toEqual([]);

    await figure.useClock('virtual');
    await figure.button('Run').click();
    const start = figure.box.locator('[data-start="python"]');
    await expect(start.locator('[data-step="download"]')).toContainText(/\d\.\d s/);
    await expect(start).toContainText(/\d+\.\d of \d+ MB/);
    await expect(start.getByRole('progressbar')).toBeVisible();
    expect(asked.length).toBeGreaterThan(3);

    // Who does not want to wait runs the other program.
    await figure.show('typescript');
    await figure.start();
    await figure.ended();
    await expect(figure.box.locator('.made-by')).toContainText('TypeScript SDK');
    await figure.show('python');
    await figure.button('Run').click();
    await expect(start).toBeVisible();
    release();
    await expect(start.locator('[data-step="import"]')).toBeVisible(patient);
    await expect(start.locator('[data-step="download"]')).toBeVisible();
    await expect(figure.box.locator('.made-by')).toContainText('mcp 2.3.0', patient);
    await figure.ended();
    await expect(start).toHaveCount(0);
    await expect(figure.box.getByText('The first Run fetches')).toBeHidden();
  });

  test.describe('without a network', () => {
    test('a word says so, and Retry goes on where it was', async ({ page }) => {
      await page.route(/\.bin$/, (route) => route.abort());
      const figure = await Figure.inGuide(page, 'order_book');
      await figure.useClock('virtual');
      await figure.button('Run').click();
      await figure.is('crashed');
      await expect(figure.notices).toContainText(
        'Python could not be fetched: the network is out of reach.',
      );
      await page.unroute(/\.bin$/);
      await figure.button('Retry').click();
      const events = await figure.ended(patient);
      expect(of(events, 'handler.exit')[0]?.['outcome']).toBe('cancelled');
      await expect(figure.notices).toHaveCount(0);
    });
  });

  test('in a browser that cannot switch stacks an async tool runs; for a plain one there are the recording and TypeScript', async ({
    page,
  }) => {
    await page.route(/python\.worker-[\w-]+\.js$/, async (route) => {
      const response = await route.fetch();
      const without = 'delete WebAssembly.Suspending; delete WebAssembly.promising;';
      await route.fulfill({ response, body: `${without}${await response.text()}` });
    });
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.useClock('virtual');
    await figure.start();
    const events = await figure.ended(patient);
    expect(of(events, 'handler.exit')[0]?.['outcome']).toBe('cancelled');
    await expect(figure.notices).toHaveCount(0);

    const plain = await Figure.inGuide(page, 'rebuild_index');
    await plain.useClock('virtual');
    await plain.start();
    await plain.ended(patient);
    await expect(plain.notices).toContainText('JavaScript Promise Integration');
    await plain.button('Show the recording').click();
    await expect(plain.box.locator('.made-by')).toContainText('Recorded on CPython');
    await plain.start();
    await plain.ended(patient);
    await plain.button('Run it in TypeScript').click();
    await expect(plain.box).toHaveAttribute('data-engine', 'typescript');
    await expect(plain.box.locator('.made-by')).toContainText('TypeScript SDK');
    await plain.ended();
  });
});

test.describe('a reader of Python', () => {
  test.use({ engine: 'python' });
  test.slow();

  /** The playground with this program in its editor, as the reader pasted it. */
  async function pasted(page: Page, program: string): Promise<Figure> {
    // The editor tells what is in view.
    await page.setViewportSize({ width: 1280, height: 1400 });
    const figure = await Figure.inPlayground(page);
    await expect(figure.editor).toBeVisible();
    await figure.type(program);
    await figure.useClock('virtual');
    await figure.setStopAt(null);
    return figure;
  }

  /** A run of the guide, and what the next start needs is kept. */
  async function keepsPython(page: Page): Promise<void> {
    const figure = await Figure.inGuide(page, 'order_book');
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended(patient);
    const kept = () =>
      page.evaluate(async () => (await (await caches.open('afterstop-python')).keys()).length);
    await expect.poll(kept).toBe(6);
  }

  async function runsAgain(figure: Figure): Promise<void> {
    await figure.type(fine);
    await figure.start();
    const events = await figure.ended(patient);
    expect(of(events, 'client.result')).toEqual([
      expect.objectContaining({ text: "Ordered 'Dune'." }),
    ]);
  }

  test('comes again: Python is restored from what was kept, nothing is fetched; what is broken there is fetched anew', async ({
    reader,
  }) => {
    await keepsPython(reader);

    const asked = pythonFiles(reader);
    await reader.goto('/how-to-read/');
    await reader.goto('/');
    const figure = await Figure.inGuide(reader, 'order_book');
    await expect(figure.box.getByText('The first Run fetches')).toBeHidden();
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended(patient);
    expect(asked).toEqual([]);

    await reader.evaluate(async () => {
      const cache = await caches.open('afterstop-python');
      for (const request of await cache.keys()) {
        if (request.url.endsWith('/snapshot')) await cache.put(request, new Response('broken'));
      }
    });
    await reader.reload();
    const again = await Figure.inGuide(reader, 'order_book');
    await again.useClock('virtual');
    await again.start();
    const events = await again.ended(patient);
    expect(of(events, 'handler.exit')[0]?.['outcome']).toBe('cancelled');
  });

  test('what was kept is thrown away while Python runs: a program still imports what nobody has read yet', async ({
    reader,
  }) => {
    await keepsPython(reader);

    // Another page of this browser restores it, and reads what it needs of the files.
    const page = await reader.context().newPage();
    const figure = await pasted(page, fine);
    await figure.start();
    await figure.ended(patient);
    await page.evaluate(() => caches.delete('afterstop-python'));
    const imports = shop(`async def order_book(title: str) -> str:
    import jwt, tomllib, wsgiref.util
    return f"{jwt.__name__} {tomllib.loads('a = 7')} {wsgiref.util.__name__}"`);
    await figure.type(imports);
    await figure.start();
    const events = await figure.ended(patient);
    expect(of(events, 'client.result')).toEqual([
      expect.objectContaining({ text: "jwt {'a': 7} wsgiref.util" }),
    ]);
    await page.close();
  });

  test('Kill, and the next run is there without a download', async ({ reader }) => {
    const figure = await Figure.inGuide(reader, 'order_book');
    await figure.start();
    await figure.waitFor({ kind: 'await.enter', fn: 'take_payment' });
    const asked = pythonFiles(reader);
    await figure.kill();
    await figure.is('crashed');
    await expect(figure.story()).toContainText('Killed: no finally ran');
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended(patient);
    expect(asked).toEqual([]);
  });

  test('a call that blocks the event loop: the page says so while Stop waits, and the stop arrives when it returns', async ({
    reader,
  }) => {
    const program = shop(`async def order_book(title: str) -> str:
    time.sleep(4)
    await anyio.sleep(30)
    return title`);
    const figure = await pasted(reader, program);
    await figure.useClock('real');
    await figure.start();
    await figure.waitFor({ kind: 'loop.blocked' });
    await figure.stop();
    await expect(figure.notices).toContainText('The handler waits without an await');
    const events = await figure.ended(patient);
    const [freed] = of(events, 'loop.freed');
    expect(of(events, 'cancel.notice')[0]!.t).toBeGreaterThanOrEqual(freed!.t);
    await expect(figure.notices).toHaveCount(0);
  });

  test('a program of one’s own: two servers, the standard library, prints; then mistakes, each with its place', async ({
    reader,
  }) => {
    const figure = await pasted(
      reader,
      `import json
import re
from dataclasses import asdict, dataclass

from mcp.server import MCPServer

other = MCPServer("Another")
mcp = MCPServer("Bookshop")


@dataclass
class Order:
    title: str


@other.tool()
def nothing() -> None: ...


@mcp.tool()
async def order_book(title: str) -> str:
    print("ordering", re.sub("u", "o", title))
    return json.dumps(asdict(Order(title)))
`,
    );
    await figure.start();
    const events = await figure.ended(patient);
    expect(of(events, 'output').map(({ text }) => text)).toEqual(['ordering Done']);
    expect(of(events, 'client.result')[0]?.['text']).toBe('{"title": "Dune"}');

    await figure.type(shop('async def order_book(title: str) -> str:\n    return title +'));
    await expect(figure.problems.getByRole('button').first()).toHaveText(/^11:\d+\s*SyntaxError/);
    await figure.type(`${fine}\nmissing()\n`);
    await expect(figure.problems.getByRole('button').first()).toHaveText(/^13:\d+\s*NameError/);

    await figure.type(shop('async def order_book(title: str) -> str:\n    return {}["book"]'));
    await figure.start();
    const failed = await figure.ended(patient);
    expect(of(failed, 'handler.exit')[0]).toMatchObject({ outcome: 'raised', exc: 'KeyError' });
    const output = await figure.panel('Output');
    await expect(output).toContainText("KeyError: 'book'");
    await expect(output).not.toContainText('afterstop');

    // A cancel that leaks breaks the server, and that run alone.
    await figure.type(
      shop(`async def order_book(title: str) -> str:
    scope = anyio.CancelScope()
    scope.__enter__()
    return title`),
    );
    await figure.start();
    await expect(figure.box).toHaveAttribute('data-state', /ended|crashed/, patient);
    await runsAgain(figure);
  });

  test('a link carries the language, and what is typed in one is not in the other', async ({
    reader,
    page,
  }) => {
    const figure = await Figure.inPlayground(reader);
    await expect(figure.editor).toBeVisible();
    await figure.type(fine);
    await figure.show('typescript');
    await expect.poll(() => figure.text()).toContain("from 'anyio'");
    await figure.show('python');
    await expect.poll(() => figure.text()).toBe(fine);
    await figure.button('Copy link').click();
    await expect(reader).toHaveURL(/#p=/);

    // Somebody who reads TypeScript gets the Python program, and stays a reader of TypeScript.
    await page.goto(reader.url());
    const other = new Figure(page, page.locator('.playground'));
    await expect(other.box.getByText('as in the link')).toBeVisible();
    await expect(other.box).toHaveAttribute('data-engine', 'python');
    await expect.poll(() => other.text()).toBe(fine);
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-language', 'typescript');
  });
});

test.describe('the tabs', () => {
  test('switch every figure, keep what is typed and what was run, and are remembered', async ({
    page,
  }) => {
    const figure = await Figure.inGuide(page, 'order_book');
    const program = (name: string, of = 'order_book') =>
      page.locator(`[data-figure="${of}"] [data-language="${name}"].figure-code`);
    await expect(program('typescript')).toBeVisible();
    await expect(program('python')).toBeHidden();
    await figure.useClock('virtual');
    await figure.start();
    await figure.ended();
    const story = await figure.story().textContent();
    await figure.show('python');
    await expect(figure.box.getByText('A run of the TypeScript program')).toBeVisible();
    await figure.show('typescript');
    await expect(figure.box.getByText('A run of the')).toHaveCount(0);
    await figure.button('Edit').click();
    await expect(figure.editor).toBeVisible();
    await figure.editor.click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('// typed\n');

    const tab = figure.box.getByRole('tab', { name: 'TypeScript' });
    const before = (await tab.boundingBox())!;
    await figure.show('python');
    expect(Math.abs((await tab.boundingBox())!.y - before.y)).toBeLessThan(2);
    await expect(program('typescript')).toBeHidden();
    await expect(program('python')).toBeVisible();
    await expect(program('python', 'rebuild_index')).toBeVisible();
    await expect(figure.box.getByText('before your change')).toBeVisible();
    expect(await figure.story().textContent()).toBe(story);
    await expect(figure.box.getByText('Python is shown.')).toBeAttached();

    await page.keyboard.press('ArrowRight');
    await expect(figure.box).toHaveAttribute('data-engine', 'typescript');
    await expect.poll(() => figure.text()).toMatch(/^\/\/ typed\n/);
    await figure.show('python');

    await page.goto('/how-to-read/');
    await expect(program('python')).toBeVisible();
    await expect(program('typescript')).toBeHidden();
    await page.goto('/');
    const again = new Figure(page, page.locator('[data-figure="order_book"]'));
    await again.show('typescript');
    await expect(again.box.getByText('edited', { exact: true })).toBeVisible();
  });

  for (const engine of engines) {
    test(`show ${engine} before any script but the first has run`, async ({ page, baseURL }) => {
      await page.addInitScript(
        ([key, value]) => localStorage.setItem(key!, value!),
        ['cancellation:language', engine],
      );
      await page.route(/\/_astro\/.*\.js$/, (route) => route.abort());
      await page.goto(baseURL!);
      const figure = page.locator('[data-figure="order_book"]');
      for (const language of engines) {
        const code = figure.locator(`.figure-code[data-language="${language}"]`);
        await expect(code).toBeVisible({ visible: language === engine });
        // Highlighted where the page was made.
        expect(await code.locator('.code-keyword').count()).toBeGreaterThan(5);
      }
    });
  }
});
