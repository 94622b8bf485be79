import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { programOf, scriptOf } from './examples.ts';
import { median, type Figure } from './figure.ts';

/** A traced run costs at most so many times an untraced one. */
const GOAL = 4;
const ROUNDS = 200;

/** What watching a program costs: the same runs on the virtual clock, watched and not, in turns, in Node. */
export async function benchPythonTraced(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const engines = { traced: await engineThat(true), untraced: await engineThat(false) };
  for (const name of ['order_book', 'nested_shields']) {
    const samples = { traced: [] as number[], untraced: [] as number[] };
    const program = programOf(name, 'python');
    const script = scriptOf(name, { stopAt: 0.5 });
    for (const engine of Object.values(engines)) await engine.load(program);
    for (let round = -ROUNDS / 4; round < ROUNDS; round++)
      for (const [which, engine] of Object.entries(engines)) {
        const began = performance.now();
        await engine.run(script, 'virtual', () => {});
        if (round >= 0) samples[which as keyof typeof engines].push(performance.now() - began);
      }
    const untraced: Figure = { name: 'an untraced run', unit: 'ms', samples: samples.untraced };
    figures.push({
      name: `virtual ${name} with a stop, python, traced`,
      unit: 'ms',
      samples: samples.traced,
      goal: GOAL * median(samples.untraced),
      rival: untraced,
      note: `${Math.round(1000 / median(samples.traced))} runs a second`,
    });
  }
  return figures;
}

async function engineThat(traced: boolean): Promise<PythonEngine> {
  const engine = new PythonEngine(nodeAssets, undefined, traced);
  await engine.boot(() => {});
  return engine;
}
