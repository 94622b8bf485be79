import loader from 'pyodide/pyodide.mjs?url';
import asmModule from './built/asm.mjs.bin?url';
import wasm from './built/asm.wasm.bin?url';
import packages from './built/packages.bin?url';
import stdlib from './built/stdlib.zip?url';
import type { BootStep } from '../engine.ts';
import { DOWNLOAD } from './download.ts';
import { forget, keepUnder, keptUnder, nameOf, type Warm } from './kept.ts';
import { sitePath } from './sources.ts';

/**
 * What the page hands to the worker, which has no network of its own: five files of this site, named after
 * their content, and from the second start on a snapshot. Read once a page, and again after a failure. They
 * are blobs, which cross to any number of workers without being copied.
 */
export type PageAssets = Omit<Warm, 'snapshot'> & {
  snapshot?: Blob;
  sources: Record<string, string>;
};

/** Kept from an earlier visit, or fetched; `progress` tells how far the fetching is. */
export function loadAssets(progress: (step: BootStep) => void): Promise<PageAssets> {
  const tell = (): void => progress({ name: 'download', done: Math.min(received / DOWNLOAD, 1) });
  listeners.add(tell);
  assets ??= kept().then((warm) => warm ?? fetchAll());
  assets.then(
    () => (here = true),
    () => (assets = null),
  );
  return assets.finally(() => listeners.delete(tell));
}

/** Whether a start would fetch nothing: all is here, or was kept. */
export async function areAtHand(): Promise<boolean> {
  return here || (await kept()) !== null;
}

/** The next worker, and the next visit, start from this snapshot of the assets that were loaded. */
export async function keepSnapshot(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const loaded = await assets;
  if (!loaded) return;
  const warm = { ...loaded, snapshot: new Blob([bytes]) };
  assets = Promise.resolve(warm);
  if (globalThis.caches) await keepUnder(await name(), warm);
}

/** Something that was kept does not start: the next worker gets everything fetched anew. */
export async function dropSnapshot(): Promise<void> {
  assets = null;
  here = false;
  if (globalThis.caches) await forget();
}

let assets: Promise<PageAssets> | null = null;
/** They have all come. */
let here = false;
let received = 0;
const listeners = new Set<() => void>();

/** The engine's own Python. It is small, and comes with this script. */
const sources: Record<string, string> = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>('./py/**/*.py', { query: '?raw', import: 'default', eager: true }),
  ).map(([path, text]) => [sitePath(path.slice('./py/'.length)), text]),
);

const urls = [loader, asmModule, wasm, stdlib, packages];
const name = (): Promise<string> => nameOf(urls, sources);

/** Cache storage and hashes exist where a page is served securely (https, or this machine), and only there. */
async function kept(): Promise<PageAssets | null> {
  const warm = globalThis.caches ? await keptUnder(await name()) : null;
  return warm && { ...warm, sources };
}

async function fetchAll(): Promise<PageAssets> {
  received = 0;
  const [one, two, three, four, five] = await Promise.all(urls.map(fetchBlob));
  return {
    loader: one!,
    asmModule: await unpacked(two!),
    wasm: await unpacked(three!),
    stdlib: four!,
    packages: await unpacked(five!),
    sources,
  };
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url).catch(() => null);
  if (!response) throw new Error('Python could not be fetched: the network is out of reach.');
  if (!response.ok) throw new Error(`Python could not be fetched: HTTP ${response.status}.`);
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, to) {
      received += chunk.byteLength;
      for (const tell of listeners) tell();
      to.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(count)).blob();
}

const unpacked = (packed: Blob): Promise<Blob> =>
  new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).blob();
