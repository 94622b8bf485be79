import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile } from '../engines/typescript/compile.ts';
import { exampleNames, programOf } from './examples.ts';
import { median, type Figure } from './figure.ts';

const GOAL = 20;
const COLD_ROUNDS = 3;
const WARM_ROUNDS = 30;
const once = fileURLToPath(new URL('./compileOnce.ts', import.meta.url));

/** Milliseconds to compile each of the guide's programs: first in a fresh process, and when all is warm. */
export async function benchCompile(): Promise<Figure[]> {
  return [...figures('cold', cold), ...figures('warm', warm)];
}

/** All programs together, and the slowest of them. */
function figures(state: string, measure: (name: string) => number[]): Figure[] {
  const byName = exampleNames.map((name) => ({ name, samples: measure(name) }));
  const slowest = byName.reduce((a, b) => (median(a.samples) > median(b.samples) ? a : b));
  const all = byName.flatMap(({ samples }) => samples);
  const count = `${exampleNames.length} programs`;
  return [
    { name: `compile, ${state}, ${count}`, unit: 'ms', samples: all, goal: GOAL },
    {
      name: `compile, ${state}, slowest: ${slowest.name}`,
      unit: 'ms',
      samples: slowest.samples,
      goal: GOAL,
    },
  ];
}

function cold(name: string): number[] {
  return Array.from({ length: COLD_ROUNDS }, () =>
    Number(execFileSync(process.execPath, [once, name], { encoding: 'utf8' })),
  );
}

function warm(name: string): number[] {
  const { source } = programOf(name);
  const rounds = Array.from({ length: 2 * WARM_ROUNDS }, () => {
    const began = performance.now();
    compile(source);
    return performance.now() - began;
  });
  return rounds.slice(WARM_ROUNDS);
}
