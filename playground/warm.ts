import type { Language } from './engines/engine.ts';
import { poolOf } from './session/pools.ts';
import { spawn } from './session/spawn.ts';

/**
 * The playground's light door: start the engine that the page's first run will need, and nothing of a figure.
 * So it can start at the first sign of use, beside the fetch of the figure's code and not after it.
 */
export function warm(language: Language): void {
  poolOf(spawn).warm(language);
}
