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
