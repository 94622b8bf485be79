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
 * Milliseconds of each contender's rounds. They take turns, in one direction and then in the other, so that
 * what else the machine does falls on all of them alike. A turn is a clean heap, one round that is not
 * counted, since it fills caches and nursery again, and one that is.
 */
export async function inTurns(
  contenders: readonly Contender[],
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<Map<string, number[]>> {
  const samples = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -warmUp; round < rounds; round++) {
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const { name, work } of order) {
      collect();
      await work();
      const began = performance.now();
      await work();
      const took = performance.now() - began;
      if (round >= 0) samples.get(name)?.push(took);
    }
  }
  return samples;
}
