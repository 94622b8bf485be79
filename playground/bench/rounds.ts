import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

export interface Contender {
  name: string;
  /** Does the work once; resolves when all of it is done. */
  work(): Promise<void>;
}

/**
 * Milliseconds of each contender's rounds. They take turns, each round in another order, so that what else
 * the machine does falls on all of them alike; none pays for another's garbage.
 */
export async function inTurns(
  contenders: readonly Contender[],
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<Map<string, number[]>> {
  const samples = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round++) {
    const shift = (round + warmUp) % contenders.length;
    const order = [...contenders.slice(shift), ...contenders.slice(0, shift)];
    for (const { name, work } of order) {
      collect();
      const began = performance.now();
      await work();
      const took = performance.now() - began;
      if (round >= 0) samples.get(name)?.push(took);
    }
  }
  return samples;
}
