import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageAssets } from './assets.ts';

let fetched: string[];
let online: boolean;

beforeEach(() => {
  vi.resetModules();
  fetched = [];
  online = true;
  vi.stubGlobal('caches', undefined);
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    if (!online) throw new TypeError('Failed to fetch');
    return new Response(url.endsWith('.bin') ? gzipSync(`unpacked ${url}`) : `bytes of ${url}`);
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async (progress: (done: number) => void = () => undefined): Promise<PageAssets> => {
  const { loadAssets } = await import('./assets.ts');
  return loadAssets(({ done = NaN }) => progress(done));
};

it('fetches five files of this site, unpacks what is packed, and says how far it is', async () => {
  const told: number[] = [];
  const assets = await load((done) => told.push(done));
  expect(fetched).toHaveLength(5);
  expect(fetched.filter((url) => !url.startsWith('/'))).toEqual([]);
  expect(await assets.loader.text()).toMatch(/^bytes of .*pyodide\.mjs/);
  expect(await assets.asmModule.text()).toMatch(/^unpacked .*asm\.mjs\.bin$/);
  expect(await assets.wasm.text()).toMatch(/^unpacked .*asm\.wasm\.bin$/);
  expect(await assets.packages.text()).toMatch(/^unpacked .*packages\.bin$/);
  expect(assets.snapshot).toBeUndefined();
  expect(told.length).toBeGreaterThan(4);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeLessThanOrEqual(1);
});

it('brings the engine’s own Python along, where Python looks for it', async () => {
  const { sources } = await load();
  expect(sources['afterstop/__init__.py']).toBeDefined();
  expect(sources['rpds.py']).toContain('class HashTrieMap');
  expect(Object.keys(sources).filter((path) => path.includes('shims'))).toEqual([]);
});

it('fetches once for all workers of a page', async () => {
  const [one, other] = await Promise.all([load(), load()]);
  expect(one).toBe(other);
  expect(fetched).toHaveLength(5);
});

it('says that the network is out of reach, and tries again the next time', async () => {
  online = false;
  await expect(load()).rejects.toThrow('the network is out of reach');
  online = true;
  expect(await (await load()).loader.text()).toMatch(/^bytes of/);
});

it('is at hand once all has come, and no more once it was dropped', async () => {
  const { areAtHand, dropSnapshot } = await import('./assets.ts');
  expect(await areAtHand()).toBe(false);
  online = false;
  await load().catch(() => {});
  expect(await areAtHand()).toBe(false);
  online = true;
  await load();
  expect(await areAtHand()).toBe(true);
  await dropSnapshot();
  expect(await areAtHand()).toBe(false);
});

it('hands the snapshot of a first start to the next worker; once dropped, all is fetched anew', async () => {
  await load();
  const { dropSnapshot, keepSnapshot } = await import('./assets.ts');
  await keepSnapshot(Uint8Array.of(1, 2, 3));
  expect((await load()).snapshot?.size).toBe(3);
  expect(fetched).toHaveLength(5);
  await dropSnapshot();
  expect((await load()).snapshot).toBeUndefined();
  expect(fetched).toHaveLength(10);
});
