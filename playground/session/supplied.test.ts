import { beforeEach, expect, it } from 'vitest';
import type { Assets } from '../engines/python/boot.ts';
import type { EngineInfo } from '../engines/engine.ts';
import type { AboutSnapshot, FromWorker, ToWorker } from '../protocol.ts';
import { supplied, type Supply } from './supplied.ts';
import type { WorkerHandle } from './worker.ts';

const assets = { sources: { 'afterstop/__init__.py': '' } } as unknown as Assets;
const boot: ToWorker = { type: 'boot', language: 'python' };
const settled = () => new Promise((resolve) => setImmediate(resolve));

let told: ToWorker[];
let heard: FromWorker[];
let store: string[];
let load: ReturnType<typeof Promise.withResolvers<Assets>>;
let worker: Parameters<typeof supplied>[0];
let handle: WorkerHandle;

beforeEach(() => {
  told = [];
  heard = [];
  store = [];
  load = Promise.withResolvers<Assets>();
  worker = {
    post: (message) => void told.push(message),
    handedOver: Promise.resolve(),
    onmessage: null,
    onerror: null,
    terminate: () => void store.push('terminated'),
  };
  const supply: Supply = {
    loadAssets(progress) {
      progress({ name: 'download', done: 0.5 });
      return load.promise;
    },
    keepSnapshot: async ({ length }) => void store.push(`kept ${length}`),
    dropSnapshot: async () => void store.push('dropped'),
  };
  handle = supplied(worker, async () => supply);
  handle.onmessage = (message) => void heard.push(message);
});

it('boots with what the page has loaded, and tells how far that is', async () => {
  handle.post(boot);
  await settled();
  expect(heard).toEqual([{ type: 'booting', step: { name: 'download', done: 0.5 } }]);
  expect(told).toEqual([]);
  load.resolve(assets);
  await settled();
  expect(told).toEqual([{ ...boot, assets }]);
});

it('passes on what else is said, both ways', () => {
  handle.post({ type: 'ping', ping: 1 });
  worker.onmessage?.({ type: 'pong', ping: 1 });
  expect(told).toEqual([{ type: 'ping', ping: 1 }]);
  expect(heard).toEqual([{ type: 'pong', ping: 1 }]);
});

it('says why a worker cannot boot', async () => {
  handle.post(boot);
  load.reject(new Error('Python could not be fetched: HTTP 404.'));
  await settled();
  expect(heard.at(-1)).toEqual({
    type: 'boot failed',
    message: 'Python could not be fetched: HTTP 404.',
  });
});

it('hands a worker’s snapshot to the page’s store, and nobody hears of it', async () => {
  const about: AboutSnapshot[] = [
    { type: 'kept', snapshot: new Uint8Array(3) },
    { type: 'dropped', reason: 'It does not start.' },
  ];
  for (const message of about) worker.onmessage?.(message);
  await settled();
  expect(store).toEqual(['kept 3', 'dropped']);
  expect(heard).toEqual([]);
});

it('takes no snapshot from a worker that may have run a program', async () => {
  worker.onmessage?.({ type: 'booted', info: {} as EngineInfo });
  worker.onmessage?.({ type: 'kept', snapshot: new Uint8Array(3) });
  worker.onmessage?.({ type: 'dropped', reason: 'So there.' });
  await settled();
  expect(store).toEqual([]);
});

it('keeps nothing that did not boot', async () => {
  worker.onmessage?.({ type: 'boot failed', message: 'Out of memory' });
  await settled();
  expect(store).toEqual(['dropped']);
  expect(heard).toHaveLength(1);
});

it('does not boot a worker that was ended while its files came', async () => {
  handle.post(boot);
  await settled();
  handle.terminate();
  load.resolve(assets);
  await settled();
  expect(store).toEqual(['terminated']);
  expect(told).toEqual([]);
});
