import { readDraft } from './draft.ts';
import type { Language } from './engines/engine.ts';
import { isAtHand } from './session/atHand.ts';
import { poolOf } from './session/pools.ts';
import { spawn } from './session/spawn.ts';

export { currentLanguage } from './language.ts';

/** A program of the site, by the name that a reader's own text in its place is kept under. */
export interface Original {
  name: string;
  source: string;
}

/**
 * The playground's light door: start the engine that the page's first run will need, and nothing of a figure.
 * So it can start at the first sign of use, beside the fetch of the figure's code and not after it. An engine
 * that is a large download waits until it is asked for. The program is read too, unless the reader has
 * changed it: only the site's own is known to come to its end. Resolves when the start needs the page's thread no
 * more.
 */
export async function warm(language: Language, original: Original | null): Promise<void> {
  if (!(await isAtHand(language))) return;
  const asItIs = original !== null && readDraft(original.name, language) === null;
  const program = asItIs ? { language, source: original.source } : undefined;
  await poolOf(spawn).warm(language, program)?.handedOver;
}
