import type { Language } from './engines/engine.ts';
import { isAtHand } from './session/atHand.ts';
import { poolOf } from './session/pools.ts';
import { spawn } from './session/spawn.ts';

export { currentLanguage } from './language.ts';

/**
 * The playground's light door: start the engine that the page's first run will need, and nothing of a figure.
 * So it can start at the first sign of use, beside the fetch of the figure's code and not after it. An engine
 * that is a large download waits until it is asked for.
 */
export async function warm(language: Language): Promise<void> {
  if (await isAtHand(language)) poolOf(spawn).warm(language);
}
