import { programOf, scriptOf } from './examples.ts';
import type { Figure } from './figure.ts';
import { inWorker } from './inWorker.ts';
import type { Site } from './site.ts';
import virtualRun, { type Input, type Output } from './virtualRun.ts';

/** A virtual-clock run of `order_book` that is stopped after half a second, in Node and in Chromium's worker. */
export async function benchVirtual(site: Site): Promise<Figure[]> {
  const input: Input = {
    program: programOf('order_book'),
    script: scriptOf('order_book', { stopAt: 0.5 }),
    rounds: 1000,
  };
  const node = await virtualRun(input);
  const chromium = await inWorker<Input, Output>(site, './virtualRun.ts', input);
  return [...figures('Node', node), ...figures('Chromium’s worker', chromium)];
}

const figures = (where: string, { alone, whole }: Output): Figure[] => [
  {
    name: `virtual order_book with a stop, kernel and program, ${where}`,
    unit: 'ms',
    samples: alone,
    goal: 0.2,
  },
  {
    name: `virtual order_book with a stop, client, wire and server, ${where}`,
    unit: 'ms',
    samples: whole,
    goal: 3,
  },
];
