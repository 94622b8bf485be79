import { version } from 'pyodide/package.json';
import type { Assets } from './boot.ts';
import { KEPT } from './download.ts';
import { IMPORTS } from './imports.ts';
import lock from './wheels.lock.json';

/**
 * What a warm start needs, in the page's Cache storage (the sandboxed worker has none of its own): a
 * snapshot, and the very files it was taken from, unpacked, so that a later visit neither fetches nor
 * unpacks anything. One set at a time, under a name made of all that is in it. Where storage is off or full
 * nothing is kept, and nothing fails.
 */
const FILES = ['loader', 'asmModule', 'wasm', 'stdlib', 'packages', 'snapshot'] as const;

/** The files of a warm start: blobs, which are read when somebody reads them. */
export type Warm = Record<(typeof FILES)[number], Blob>;

/** The set that was kept under this name; null where there is none. */
export async function keptUnder(name: string): Promise<Warm | null> {
  try {
    const cache = await caches.open(KEPT);
    const found = await Promise.all(FILES.map((file) => cache.match(`${name}/${file}`)));
    if (found.includes(undefined)) return null;
    const blobs = await Promise.all(found.map((response) => response!.blob()));
    return Object.fromEntries(FILES.map((file, at) => [file, blobs[at]])) as Warm;
  } catch {
    return null;
  }
}

/** Keep this set in place of any other. */
export async function keepUnder(name: string, warm: Warm): Promise<void> {
  try {
    await caches.delete(KEPT);
    const cache = await caches.open(KEPT);
    // The snapshot comes last: it is worth nothing without the others.
    for (const file of FILES) await cache.put(`${name}/${file}`, new Response(warm[file]));
  } catch {
    await forget();
  }
}

export async function forget(): Promise<void> {
  await caches.delete(KEPT).catch(() => false);
}

/**
 * A name for everything that goes into a snapshot: an address that nothing is ever served at. The browser
 * is in it, because a snapshot holds what Python found out about the browser when it started.
 */
export async function nameOf(files: string[], sources: Assets['sources']): Promise<string> {
  const all = JSON.stringify([version, lock, IMPORTS, files, sources, navigator.userAgent]);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(all));
  const hex = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `/python/${hex}`;
}
