import type { Operation } from '../../kernel/index.ts';
import { here } from './frames.ts';

/** Raised at a call that would have to wait where nothing can wait: a built-in goes on only with a value. */
export class CallbackError extends Error {
  override name = 'CallbackError';

  constructor(line: number | undefined) {
    const where = line === undefined ? '' : ` (line ${line})`;
    super(`a callback cannot block inside a built-in's callback${where}`);
  }
}

let depth = 0;

/** Is the code that runs called by a built-in, so that it can neither wait nor give way? */
export const isDriven = (): boolean => depth > 0;

/** Run to the end at once. A wait on the way raises where it stands; `finally` blocks run. */
export function drive<T>(operation: Operation<T>): T {
  depth++;
  try {
    let step = operation.next();
    while (step.done !== true) step = operation.throw(new CallbackError(here()?.line));
    return step.value;
  } finally {
    depth--;
  }
}
