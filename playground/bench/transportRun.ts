import type { Engine, Program, Script, TransportChoice } from '../engines/engine.ts';
import { wholeEngine } from '../engines/typescript/whole.ts';

export interface Input {
  /** By the name that a figure gives it. */
  transports: Record<string, TransportChoice>;
  /** A run with a stop after half a second, and one of `calls` calls that are answered at once. */
  stopped: { program: Program; script: Omit<Script, 'transport'> };
  answered: { program: Program; script: Omit<Script, 'transport'> };
  rounds: number;
}

/** Milliseconds of each round, by transport. */
export type Output = Record<'stopped' | 'answered', Record<string, number[]>>;

/** Runs in Node and in Chromium's worker alike. */
export default function transportRun(input: Input): Promise<Output> {
  return runOn(wholeEngine(), input);
}

/** The same on any engine that has started. The transports take turns. */
export async function runOn(engine: Engine, input: Input): Promise<Output> {
  return {
    // Where a stop does not reach the handler, it pays for thirty seconds and cleans up.
    stopped: await inTurns(engine, input, input.stopped, (t) => t === 0.6 || t === 30.1),
    // Fifty calls may be more computing than virtual time stands still for.
    answered: await inTurns(engine, input, input.answered, (t) => t < 1),
  };
}

async function inTurns(
  engine: Engine,
  { transports, rounds }: Input,
  { program, script }: Input['stopped'],
  endsAt: (t: number) => boolean,
): Promise<Record<string, number[]>> {
  const loaded = await engine.load(program);
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]?.message);
  const samples: Record<string, number[]> = {};
  for (let round = -Math.ceil(rounds / 2); round < rounds; round++)
    for (const [name, transport] of Object.entries(transports)) {
      const began = performance.now();
      const end = await engine.run({ transport, ...script }, 'virtual', () => {});
      const took = performance.now() - began;
      if (end.outcome !== 'ended' || !endsAt(end.t))
        throw new Error(`${name}: ${JSON.stringify({ ...end, script: null })}`);
      if (round >= 0) (samples[name] ??= []).push(took);
    }
  return samples;
}
