/** Time as the session sees it; passed in, so that tests turn the clock themselves. */
export interface Time {
  /** Milliseconds on a clock that never goes back. */
  now(): number;
  /** Call once, after so many milliseconds. Returns how to call it off. */
  after(milliseconds: number, then: () => void): () => void;
  /** Call once, before the next picture is drawn. In a hidden tab that is when it is shown again. */
  frame(then: () => void): () => void;
}

export const pageTime: Time = {
  now: () => performance.now(),
  after(milliseconds, then) {
    const timer = setTimeout(then, milliseconds);
    return () => clearTimeout(timer);
  },
  frame(then) {
    if (typeof requestAnimationFrame !== 'function') return pageTime.after(16, then);
    const frame = requestAnimationFrame(then);
    return () => cancelAnimationFrame(frame);
  },
};
