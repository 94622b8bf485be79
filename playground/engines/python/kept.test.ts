import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forget, keepUnder, keptUnder, nameOf, type Warm } from './kept.ts';

/** Cache storage as far as it is used: `room` responses fit in. */
class FakeCaches {
  #caches = new Map<string, Map<string, Response>>();
  #room: number;
  constructor(room = Infinity) {
    this.#room = room;
  }
  async open(name: string) {
    const entries = this.#caches.get(name) ?? new Map<string, Response>();
    this.#caches.set(name, entries);
    return {
      match: async (address: string) => entries.get(address)?.clone(),
      put: async (address: string, response: Response) => {
        if (entries.size >= this.#room) throw new DOMException('Full', 'QuotaExceededError');
        entries.set(address, response);
      },
    };
  }
  async delete(name: string) {
    return this.#caches.delete(name);
  }
}

const warm = Object.fromEntries(
  ['loader', 'asmModule', 'wasm', 'stdlib', 'packages', 'snapshot'].map((name) => [
    name,
    new Blob([`bytes of ${name}`]),
  ]),
) as Warm;

beforeEach(() => void vi.stubGlobal('caches', new FakeCaches()));
afterEach(() => vi.unstubAllGlobals());

it('gives back what was kept under a name, and nothing under another', async () => {
  await keepUnder('/python/a', warm);
  const found = await keptUnder('/python/a');
  expect(await found?.snapshot.text()).toBe('bytes of snapshot');
  expect(await found?.wasm.text()).toBe('bytes of wasm');
  expect(await keptUnder('/python/b')).toBeNull();
});

it('keeps one set: the next takes its place', async () => {
  await keepUnder('/python/a', warm);
  await keepUnder('/python/b', warm);
  expect(await keptUnder('/python/a')).toBeNull();
  expect(await keptUnder('/python/b')).not.toBeNull();
  await forget();
  expect(await keptUnder('/python/b')).toBeNull();
});

it('keeps nothing where there is no room for all of it, and does not fail', async () => {
  vi.stubGlobal('caches', new FakeCaches(5));
  await keepUnder('/python/a', warm);
  expect(await keptUnder('/python/a')).toBeNull();
});

it('does not fail where storage is turned off', async () => {
  const off = () => Promise.reject(new DOMException('Off', 'SecurityError'));
  vi.stubGlobal('caches', { open: off, delete: off });
  await keepUnder('/python/a', warm);
  expect(await keptUnder('/python/a')).toBeNull();
});

it('names a set after all that is in it', async () => {
  const name = await nameOf(['/a.wasm'], { 'afterstop/loop.py': 'x = 1' });
  expect(name).toMatch(/^\/python\/[0-9a-f]{64}$/);
  expect(await nameOf(['/a.wasm'], { 'afterstop/loop.py': 'x = 1' })).toBe(name);
  expect(await nameOf(['/b.wasm'], { 'afterstop/loop.py': 'x = 1' })).not.toBe(name);
  expect(await nameOf(['/a.wasm'], { 'afterstop/loop.py': 'x = 2' })).not.toBe(name);
  vi.stubGlobal('navigator', { userAgent: 'another browser' });
  expect(await nameOf(['/a.wasm'], { 'afterstop/loop.py': 'x = 1' })).not.toBe(name);
});
