import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Figures, MeasuredFigure } from '../../content/figures.ts';
import { median, quantile, type Figure } from './figure.ts';

const file = new URL('../../content/figures.json', import.meta.url);

/** Put what a bench found into content/figures.json, in the place of what it found before. */
export function keep(
  bench: string,
  load: [before: string, after: string],
  figures: readonly Figure[],
): void {
  const known = JSON.parse(readFileSync(file, 'utf8')) as Figures;
  const measured = {
    bench,
    date: `${new Date().toISOString().slice(0, 19)}Z`,
    machine: {
      node: process.versions.node,
      cpu: `${cpus().length} × ${cpus()[0]?.model}`,
      load: load.map(Number) as [number, number],
    },
    figures: [...Map.groupBy(figures, ({ name }) => name).values()].map(measuredOf),
  };
  const place = known.benches.findIndex((other) => other.bench === bench);
  if (place < 0) known.benches.push(measured);
  else known.benches[place] = measured;
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

/** A figure that is held against several others comes once for each. */
function measuredOf(same: readonly Figure[]): MeasuredFigure {
  const { name, unit, samples, goal, note } = same[0]!;
  const middle = median(samples);
  return {
    name,
    unit,
    median: rounded(middle),
    p95: rounded(quantile(samples, 0.95)),
    n: samples.length,
    goal: goal === undefined ? null : rounded(goal),
    ratios: same.flatMap(({ rival }) =>
      rival ? { to: rival.name, value: rounded(middle / median(rival.samples)) } : [],
    ),
    note: note ?? null,
  };
}

/** Three digits that count. */
const rounded = (value: number): number => Number(value.toPrecision(3));
