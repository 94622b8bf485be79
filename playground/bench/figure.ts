import { threeDigits } from '../../content/figures.ts';

/** What one bench found: the samples of one figure, and what it is held against. */
export interface Figure {
  name: string;
  unit: 'µs' | 'ms';
  samples: readonly number[];
  /** The median should be at most this. */
  goal?: number;
  /** A figure of the same run, measured in turn with this one. */
  rival?: Figure;
  /** What a reader has to know of how it was measured. */
  note?: string;
}

/** The value below which this share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5);

/** "kernel  median 2.31 µs  p95 2.60  n 15  0.58 of goal 4 µs  0.49 of Effect 4.1". */
export function line({ name, unit, samples, goal, rival, note }: Figure): string {
  const middle = median(samples);
  const parts = [
    name.padEnd(64),
    `median ${threeDigits(middle)} ${unit}`.padEnd(18),
    `p95 ${threeDigits(quantile(samples, 0.95))}`.padEnd(11),
    `n ${samples.length}`.padEnd(6),
    goal !== undefined && `${threeDigits(middle / goal)} of goal ${threeDigits(goal)} ${unit}`,
    rival && `${threeDigits(middle / median(rival.samples))} of ${rival.name}`,
    note && `(${note})`,
  ];
  return parts.filter(Boolean).join('  ');
}
