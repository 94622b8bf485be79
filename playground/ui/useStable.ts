import { useCallback, useRef } from 'react';

/**
 * A function that stays the same from drawing to drawing and does what the last one said. For handlers of
 * memoised parts: the code view must not be drawn again in each frame of a run.
 */
export function useStable<A extends unknown[], R>(fn: (...args: A) => R): (...args: A) => R {
  const latest = useRef(fn);
  latest.current = fn;
  return useCallback((...args: A) => latest.current(...args), []);
}
