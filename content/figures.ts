/** What `npm run bench -- --keep` measured, written to content/figures.json. */
export interface Figures {
  benches: MeasuredBench[];
}

/** What one bench found, in one run. */
export interface MeasuredBench {
  /** `'stop-click'`, as `npm run bench` names it. */
  bench: string;
  /** When: `2026-11-30T20:00:00Z`. */
  date: string;
  /** `{ node: '24.21.0', cpu: '2 × AMD EPYC', load: [0.4, 1.2] }`; the load before and after it. */
  machine: { node: string; cpu: string; load: [number, number] };
  figures: MeasuredFigure[];
}

export interface MeasuredFigure {
  name: string;
  unit: 'µs' | 'ms';
  median: number;
  /** 95 % of the samples lie below. */
  p95: number;
  /** How many samples. */
  n: number;
  /** The median should be at most this. */
  goal: number | null;
  /** The median against those of others in the same run. */
  ratios: { to: string; value: number }[];
  /** What a reader has to know of how it was measured. */
  note: string | null;
}

/** The three digits of a figure that count. */
export const threeDigits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
