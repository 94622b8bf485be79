import { setTimeout } from 'node:timers/promises';
import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { programOf, scriptOf } from './examples.ts';
import { median, type Figure } from './figure.ts';

/** A traced run costs at most so many times an untraced one. */
const GOAL = 4;
/** Milliseconds of a run of `order_book` that a reader asks for. */
const ASKED = 8;
const ROUNDS = 200;

/**
 * What watching a program costs: the same runs on the virtual clock, watched and not, in turns, in Node. One comes a
 * moment after the one before, as a reader asks for it, and the next at once, with nothing of it done before.
 */
export async function benchPythonTraced(): Promise<Figure[]> {
  const figures: Figure[] = [];
  const engines = { traced: await engineThat(true), untraced: await engineThat(false) };
  for (const name of ['order_book', 'nested_shields']) {
    const samples = { traced: [] as number[], untraced: [] as number[] };
    const asked: number[] = [];
    const program = programOf(name, 'python');
    const script = scriptOf(name, { stopAt: 0.5 });
    for (const engine of Object.values(engines)) await engine.load(program);
    for (let round = -ROUNDS / 4; round < ROUNDS; round++)
      for (const [which, engine] of Object.entries(engines)) {
        await setTimeout(MOMENT);
        const ready = await timed(() => engine.run(script, 'virtual', () => {}));
        const whole = await timed(() => engine.run(script, 'virtual', () => {}));
        if (round < 0) continue;
        samples[which as keyof typeof engines].push(whole);
        if (which === 'traced') asked.push(ready);
      }
    const untraced: Figure = { name: 'an untraced run', unit: 'ms', samples: samples.untraced };
    const traced: Figure = {
      name: `virtual ${name} with a stop, python, traced`,
      unit: 'ms',
      samples: samples.traced,
      goal: GOAL * median(samples.untraced),
      rival: untraced,
      note: `${Math.round(1000 / median(samples.traced))} runs a second`,
    };
    const rival = { ...traced, name: 'one that comes at once' };
    figures.push(traced, {
      name: `${traced.name}, a moment after the last`,
      unit: 'ms',
      samples: asked,
      ...(name === 'order_book' ? { goal: ASKED } : {}),
      rival,
    });
  }
  return figures;
}

/** Milliseconds between two runs that a reader asks for, or less. */
const MOMENT = 50;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function engineThat(traced: boolean): Promise<PythonEngine> {
  const engine = new PythonEngine(nodeAssets, { traced });
  await engine.boot(() => {});
  return engine;
}
