import { Cancelled } from '../../kernel/index.ts';
import type { Outcome } from '../../trace/event.ts';
import { Closing } from './coroutine.ts';

/** How a block ended, where no error left it: at its end, or by return, break or continue. */
export const NORMAL = Symbol('normal');

/** A generator that its consumer closes is left by a throw; for the program that is a return. */
export function outcomeOf(end: unknown): Outcome {
  if (end === NORMAL || end instanceof Closing) return 'returned';
  return end instanceof Cancelled ? 'cancelled' : 'raised';
}

export const errorOf = (end: unknown): unknown =>
  end === NORMAL || end instanceof Closing ? undefined : end;
