/** Seconds on the time axis. */
export interface Scale {
  /** The axis runs from 0 to this. */
  span: number;
  x(t: number): number;
  ticks: { t: number; label: string }[];
}

export interface Room {
  /** Where 0 s and `span` are, in px. */
  left: number;
  right: number;
  /** Room for what is written after the last bar, in px. */
  gutter: number;
}

/** A picture is never of less than this: a run of 20 ms would fill it with a single moment. */
const LEAST = 1;
const TICK_ROOM = 64;

/**
 * While a run goes on the axis grows in steps, so that the picture does not shrink with every frame; a run
 * that has ended gets what it needs.
 */
export function scaleFor(end: number, live: boolean, { left, right, gutter }: Room): Scale {
  const width = Math.max(right - left, 1);
  const needed = end / Math.max(1 - gutter / width, 0.4);
  const span = Math.max(LEAST, live ? nextStep(end * 1.05) : needed);
  const step = tickStep(span, width);
  const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  const ticks = [];
  for (let index = 0; index * step <= span * 1.0001; index++) {
    const t = index * step;
    ticks.push({ t, label: `${index === 0 ? 0 : t.toFixed(digits)} s` });
  }
  return { span, x: (t) => left + (Math.min(t, span) / span) * width, ticks };
}

function tickStep(span: number, width: number): number {
  const most = Math.max(Math.floor(width / TICK_ROOM), 2);
  return niceAbove(span / most, [1, 2, 5]);
}

function nextStep(t: number): number {
  return niceAbove(t, [1, 1.5, 2, 3, 4, 6, 8]);
}

/** The least of `factors × 10ⁿ` that is not below the value. */
function niceAbove(value: number, factors: readonly number[]): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1e-3)));
  for (const factor of factors) if (factor * power >= value * 0.9999) return factor * power;
  return 10 * power;
}
