import { beforeEach, expect, test, vi } from 'vitest';
import directive from './directive.ts';

/** As much of an element as the directive touches; the event's target is the island's one button. */
class Island extends EventTarget {
  isConnected = true;
  tagName = 'BUTTON';
  textContent = 'Run';
  attributes = new Set<string>();
  clicks = 0;
  closest = () => this;
  getAttribute = () => null;
  toggleAttribute(name: string, on: boolean) {
    if (on) this.attributes.add(name);
    else this.attributes.delete(name);
  }
  click() {
    this.clicks++;
  }
}

let island: Island;
const settle = () => new Promise((done) => setImmediate(done));
const press = () => island.dispatchEvent(new Event('click', { cancelable: true }));
const start = (load: () => Promise<() => Promise<void>>, value = 'true') =>
  directive(load, { name: 'intent', value }, island as unknown as HTMLElement);

beforeEach(() => {
  island = new Island();
});

test('nothing loads before the first sign of use, and each sign after it loads nothing more', async () => {
  const hydrate = vi.fn(async () => {});
  const load = vi.fn(async () => hydrate);
  start(load);
  expect(load).not.toHaveBeenCalled();
  for (const sign of ['pointerenter', 'focusin', 'pointerdown'])
    island.dispatchEvent(new Event(sign));
  await settle();
  expect(hydrate).toHaveBeenCalledOnce();
  expect(load).toHaveBeenCalledOnce();
});

test('clicks that came too early are repeated once it is awake, in order and not before', async () => {
  const steps: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  island.click = () => void steps.push('click');
  start(async () => {
    await promise;
    return async () => void steps.push('hydrated');
  });
  island.dispatchEvent(new Event('pointerdown'));
  const early = [press(), press()];
  expect(early).toEqual([false, false]);
  resolve();
  await settle();
  expect(steps).toEqual(['hydrated', 'click', 'click']);
});

test('a click with nothing before it wakes the island too', async () => {
  start(async () => async () => {});
  press();
  await settle();
  expect(island.clicks).toBe(1);
});

test('an island that wakes now waits for no sign, and keeps what is pressed until then', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const load = vi.fn(async () => {
    await promise;
    return async () => {};
  });
  start(load, 'now');
  expect(load).toHaveBeenCalledOnce();
  expect(press()).toBe(false);
  resolve();
  await settle();
  expect(load).toHaveBeenCalledOnce();
  expect(island.clicks).toBe(1);
});

test('what the page names goes before the island, and nothing that hangs holds it for long', async () => {
  vi.useFakeTimers();
  const steps: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const wakes = (island: Island, first: Promise<void>) => {
    island.addEventListener('intent', (event) =>
      (event as CustomEvent<Promise<unknown>[]>).detail.push(first),
    );
    const hydrate = async () => void steps.push('hydrated');
    directive(
      async () => hydrate,
      { name: 'intent', value: 'now' },
      island as unknown as HTMLElement,
    );
  };
  wakes(island, promise);
  await vi.advanceTimersByTimeAsync(10);
  steps.push('first');
  resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(steps).toEqual(['first', 'hydrated']);

  wakes(new Island(), new Promise(() => {}));
  await vi.advanceTimersByTimeAsync(1000);
  expect(steps).toEqual(['first', 'hydrated', 'hydrated']);
  vi.useRealTimers();
});

test('an awake island keeps its clicks to itself', async () => {
  start(async () => async () => {});
  island.dispatchEvent(new Event('focusin'));
  await settle();
  expect(press()).toBe(true);
  expect(island.clicks).toBe(0);
});

test('a failed load marks the island, drops what was pressed, and the next sign tries again', async () => {
  const hydrate = vi.fn(async () => {});
  const load = vi.fn(async () => {
    if (load.mock.calls.length === 1) island.dispatchEvent(new Event('astro:hydration-error'));
    return hydrate;
  });
  start(load);
  island.dispatchEvent(new Event('pointerenter'));
  press();
  await settle();
  expect(island.attributes).toContain('data-failed');
  expect(hydrate).not.toHaveBeenCalled();

  island.dispatchEvent(new Event('pointerenter'));
  await settle();
  expect(hydrate).toHaveBeenCalledOnce();
  expect(island.attributes).not.toContain('data-failed');
  expect(island.clicks).toBe(0);
});
