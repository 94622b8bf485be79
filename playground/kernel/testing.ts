/** What the kernel's own tests are written with. */
import { Cancelled } from './cancelled.ts';
import { VirtualClock } from './clock.ts';
import { Loop } from './loop.ts';
import type { Observer } from './observer.ts';
import { currentTime } from './timeout.ts';
import type { Operation } from './trap.ts';

/** Writes down a line with the time at which it was reached: "0.5 cut". */
export type Note = (what: string) => void;

/** Run on a virtual clock; resolves to the lines that were noted. A failure of `body` is the run's. */
export async function noted(
  body: (note: Note, loop: Loop) => Operation<unknown>,
  observer?: Observer,
): Promise<string[]> {
  const lines: string[] = [];
  const loop = new Loop({ clock: new VirtualClock(), ...(observer && { observer }) });
  await loop.run(function* main() {
    yield* body((what) => lines.push(`${currentTime()} ${what}`), loop);
  });
  return lines;
}

/** Run it and say in a word how it ended: "returned", "cancelled", or the error's name. */
export function* ending(operation: Operation<unknown>): Operation<string> {
  try {
    yield* operation;
    return 'returned';
  } catch (error) {
    if (error instanceof Cancelled) return 'cancelled';
    return error instanceof Error ? error.name : String(error);
  }
}

/** What it throws; a failure where it throws nothing. */
export function* thrownBy(operation: Operation<unknown>): Operation<unknown> {
  try {
    yield* operation;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}
