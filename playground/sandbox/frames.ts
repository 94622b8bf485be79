import { Frame } from './frame.ts';

/**
 * Milliseconds that an iframe stays without a worker. Who kills a worker starts the next one at once, and only that
 * one is meant to find the iframe.
 */
const STAY = 1000;

interface Free {
  frame: Frame;
  goes: ReturnType<typeof setTimeout>;
}

/** By the address of the script that ran in it, of whose workers it may hold something. */
const free = new Map<string, Free>();

/** The page is left, and may be come back to: no worker stays behind in it. */
let leaving = false;
// There is no page where the site is built.
globalThis.addEventListener?.('pagehide', () => {
  leaving = true;
  for (const script of [...free.keys()]) remove(script);
});
globalThis.addEventListener?.('pageshow', () => (leaving = false));

/** An iframe for a worker with this script: one that is free, or a new one. */
export function takeFrame(script: string): Frame {
  const found = free.get(script);
  if (!found) return new Frame();
  free.delete(script);
  clearTimeout(found.goes);
  return found.frame;
}

/** End the iframe's worker; the next one with the same script may have the iframe. */
export function freeFrame(script: string, frame: Frame): void {
  if (leaving) return frame.remove();
  frame.end();
  remove(script);
  free.set(script, { frame, goes: setTimeout(() => remove(script), STAY) });
}

function remove(script: string): void {
  const found = free.get(script);
  if (!found) return;
  free.delete(script);
  clearTimeout(found.goes);
  found.frame.remove();
}
