import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { ShareState } from '../playground/share/index.ts';
import { Figure, of } from './figure.ts';
import { test } from './site.ts';

/** A server of another site: it notes what reaches it, and can show a page. */
interface OtherSite {
  origin: string;
  reached: string[];
  page: string;
}

/** Every test has such a server beside the site. */
const withOther = test.extend<{ other: OtherSite }>({
  // eslint-disable-next-line no-empty-pattern
  other: async ({}, use) => {
    const other: OtherSite = { origin: '', reached: [], page: '' };
    const server: Server = createServer((request, response) => {
      if (request.url === '/host') {
        response.setHeader('content-type', 'text/html').end(other.page);
        return;
      }
      other.reached.push(`${request.method} ${request.url}`);
      response.setHeader('access-control-allow-origin', '*').end('0');
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    other.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(other);
    server.closeAllConnections();
    server.close();
  },
});

const toolOf = (body: string): ShareState => ({
  program: {
    language: 'typescript',
    source: `import { MCPServer } from 'mcp';
const mcp = new MCPServer('Intruder');
mcp.tool('reach', {}, async () => {
${body}
  return 'done';
});
`,
  },
  clock: 'real',
  script: {
    transport: { kind: 'stdio', era: 'modern' },
    calls: [
      { method: 'tools/call', target: 'reach', arguments: {}, read_timeout_seconds: null, at: 0 },
    ],
    acts: [],
  },
});

/** What a program might try, by name: an expression that fails, or a promise of one. */
const attempts = (site: string, other: string): Record<string, string> => ({
  'fetch of the site': `fetch('${site}/')`,
  'fetch of another site': `fetch('${other}/fetch')`,
  'fetch without an answer': `fetch('${other}/no-cors', { mode: 'no-cors', method: 'POST', body: 'x' })`,
  XMLHttpRequest: `new Promise((yes, no) => {
      const request = new XMLHttpRequest();
      request.onload = yes;
      request.onerror = () => no(new Error('refused'));
      request.open('GET', '${other}/xhr');
      request.send();
    })`,
  WebSocket: `new Promise((yes, no) => {
      const socket = new WebSocket('${other.replace('http', 'ws')}/socket');
      socket.onopen = yes;
      socket.onerror = () => no(new Error('refused'));
    })`,
  EventSource: `new Promise((yes, no) => {
      const source = new EventSource('${other}/events');
      source.onopen = yes;
      source.onerror = () => no(new Error('refused'));
    })`,
  importScripts: `importScripts('${other}/script.js')`,
  // The compile step refuses import() itself; this is the way round it.
  'import()': `new Function("return import('${other}/module.js')")()`,
  'import() of data': `new Function("return import('data:text/javascript,export default 1')")()`,
  'a worker of another script': `new Promise((yes, no) => {
      const worker = new Worker('${other}/worker.js');
      worker.onmessage = yes;
      worker.onerror = () => no(new Error('refused'));
    })`,
  indexedDB: `new Promise((yes, no) => {
      const opening = indexedDB.open('x');
      opening.onsuccess = yes;
      opening.onerror = () => no(opening.error);
    })`,
  caches: `caches.open('x')`,
  'the file system': `navigator.storage.getDirectory()`,
  localStorage: `localStorage.setItem('x', '1')`,
  sessionStorage: `sessionStorage.setItem('x', '1')`,
  cookies: `(document.cookie = 'x=1')`,
  cookieStore: `cookieStore.set('x', '1')`,
  'the page': `parent.document.title`,
  locks: `navigator.locks.request('x', () => 1)`,
});

withOther(
  'a program reaches neither the network, nor the site’s storage, nor its pages',
  async ({ page, context, other, baseURL }) => {
    const tries = attempts(baseURL!, other.origin);
    const body = Object.entries(tries)
      .map(
        ([name, attempt]) => `  try {
    await (${attempt});
    console.log('REACHED', ${JSON.stringify(name)});
  } catch (error) {
    console.log('failed', ${JSON.stringify(name)});
  }`,
      )
      .join('\n');
    const whisper = `
  const channel = new BroadcastChannel('cancellation');
  channel.onmessage = () => console.log('REACHED', 'from the page by BroadcastChannel');
  channel.postMessage('hello');
  self.postMessage({ type: 'events', run: 1, events: [] });
  self.postMessage('hello');
  `;
    const figure = await Figure.shared(page, toolOf(whisper + body));
    await page.evaluate(() => {
      const heard: unknown[] = [];
      Object.assign(window, { heard });
      const channel = new BroadcastChannel('cancellation');
      channel.onmessage = ({ data }) => heard.push(data);
      addEventListener('message', ({ data }) => {
        // The editor talks to itself this way.
        if (!(data instanceof Object && 'vscodeScheduleAsyncWork' in data)) heard.push(data);
      });
      setInterval(() => channel.postMessage('to the program'), 20);
    });
    const before = await context.cookies();
    const answered: string[] = [];
    context.on('response', (response) => {
      // Monaco may still load its own parts of the site.
      if (!response.url().startsWith(`${baseURL}/_astro/`)) answered.push(response.url());
    });
    await figure.start();
    const events = await figure.ended({ timeout: 30_000 });
    const lines = of(events, 'output').map(({ text }) => String(text));
    expect(lines.toSorted()).toEqual(
      Object.keys(tries)
        .map((name) => `failed ${name}`)
        .toSorted(),
    );
    expect(of(events, 'client.result')[0]?.['text']).toBe('done');

    expect(other.reached).toEqual([]);
    expect(answered.filter((url) => !url.startsWith('blob:'))).toEqual([]);
    expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual(
      [],
    );
    expect(await context.cookies()).toEqual(before);
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([]);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('x'))).toBeNull();
  },
);

withOther('what a worker of the program’s own may do is no more', async ({ page, other }) => {
  const inner = `fetch('${other.origin}/nested').then(() => postMessage('REACHED'), () => postMessage('failed'))`;
  const figure = await Figure.shared(
    page,
    toolOf(`  const url = URL.createObjectURL(new Blob([${JSON.stringify(inner)}]));
  console.log(await new Promise((yes) => {
    try {
      const worker = new Worker(url);
      worker.onmessage = ({ data }) => yes(data);
      worker.onerror = () => yes('failed');
    } catch {
      yes('failed');
    }
  }));`),
  );
  await figure.start();
  const events = await figure.ended();
  expect(of(events, 'output').map(({ text }) => text)).toEqual(['failed']);
  expect(other.reached).toEqual([]);
});

test('each run finds the world as the first one did, whatever another has left there', async ({
  page,
}) => {
  const figure = await Figure.shared(
    page,
    toolOf(`  globalThis.count = (globalThis.count ?? 0) + 1;
  const { last = 'nobody' } = Array.prototype as { last?: string };
  Object.assign(Array.prototype, { last: 'the run before' });
  console.log(globalThis.count, last);`),
  );
  for (let round = 0; round < 3; round++) {
    await figure.start();
    expect(of(await figure.ended(), 'output').map(({ text }) => text)).toEqual(['1 nobody']);
  }
});

test.describe('on any host', () => {
  test.use({ serviceWorkers: 'block' });

  test('no special header, no service worker: Run and Stop work', async ({ page }) => {
    const response = await page.goto('/');
    const headers = response!.headers();
    expect(headers['cross-origin-opener-policy']).toBeUndefined();
    expect(headers['cross-origin-embedder-policy']).toBeUndefined();
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false);
    await runAndStop(await Figure.inGuide(page, 'order_book'));
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker?.getRegistrations()) ?? []),
    ).toEqual([]);
  });
});

async function runAndStop(figure: Figure): Promise<void> {
  await figure.start();
  await figure.waitFor({ kind: 'await.enter', fn: 'takePayment' });
  await figure.stop();
  const events = await figure.ended();
  expect(of(events, 'handler.exit')[0]?.['outcome']).toBe('cancelled');
  await expect(figure.story()).toContainText('cleaned up');
}

test.describe('inside a page of another site', () => {
  withOther('Run and Stop work, and the theme can be chosen', async ({ page, other, baseURL }) => {
    other.page = `<!doctype html><title>Host</title><iframe width="1200" height="680" src="${baseURL}/"></iframe>`;
    await page.goto(`${other.origin}/host`);
    const frame = page.frameLocator('iframe');
    // What its reader has chosen on the site itself is out of reach here.
    const figure = new Figure(page, frame.locator('[data-figure="order_book"]'));
    await figure.show('typescript');
    await runAndStop(figure);
    await frame.getByLabel('Select theme').first().selectOption('dark');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await frame.getByLabel('Select theme').first().selectOption('light');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'light');
  });
});
