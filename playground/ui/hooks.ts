import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** The width of an element in px; null on the server and until it was measured. */
export function useWidth<E extends Element>(): [(element: E | null) => void, number | null] {
  const [width, setWidth] = useState<number | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback((element: E | null) => {
    observer.current?.disconnect();
    if (!element) return;
    setWidth(Math.round(element.getBoundingClientRect().width) || null);
    observer.current = new ResizeObserver(([entry]) => {
      const measured = Math.round(entry?.contentRect.width ?? 0);
      if (measured > 0) setWidth(measured);
    });
    observer.current.observe(element);
  }, []);
  return [measure, width];
}

const REDUCED = '(prefers-reduced-motion: reduce)';

/** The reader asked for less motion. False on the server. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(REDUCED);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => matchMedia(REDUCED).matches,
    () => false,
  );
}

/** The value, changing at most once in so many milliseconds; the first and the last always show. */
export function useThrottled<T>(value: T, milliseconds: number): T {
  const [shown, setShown] = useState(value);
  const changedAt = useRef(-Infinity);
  useEffect(() => {
    const wait = changedAt.current + milliseconds - performance.now();
    const show = () => {
      changedAt.current = performance.now();
      setShown(value);
    };
    if (wait <= 0) return show();
    const timer = setTimeout(show, wait);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return shown;
}
