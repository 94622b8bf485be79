import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Run } from '../session/index.ts';

const most = 5_000;
const pause = 500;

/**
 * Keeps the last run's events as JSON in the figure's `data-trace`, for tests and other tools: at the run's
 * end, and at most twice a second while it goes on. It is set past React, which would compare it each frame, but
 * with the same drawing: whoever reads the figure's state never finds another run's events beside it.
 */
export function useTraceAttribute(figure: RefObject<HTMLElement | null>, run: Run | null): void {
  const written = useRef(-Infinity);
  const latest = useRef(run);
  latest.current = run;

  const over = run === null || run.end !== null || run.killed;
  useLayoutEffect(() => {
    if (run !== null) written.current = -Infinity;
  }, [run?.id]);

  useLayoutEffect(() => {
    const write = () => {
      const { current } = latest;
      written.current = performance.now();
      if (current === null) figure.current?.removeAttribute('data-trace');
      else
        figure.current?.setAttribute('data-trace', JSON.stringify(current.events.slice(0, most)));
    };
    const wait = written.current + pause - performance.now();
    if (over || wait <= 0) return write();
    const timer = setTimeout(write, wait);
    return () => clearTimeout(timer);
  }, [figure, run?.id, run?.events.length, over]);
}
