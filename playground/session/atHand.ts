import type { Language } from '../engines/engine.ts';
import { DOWNLOAD, KEPT } from '../engines/python/download.ts';

/** Megabytes that the first start of an engine fetches; null where that is little. */
export const downloadOf: Record<Language, number | null> = {
  typescript: null,
  python: Math.ceil(DOWNLOAD / 1e6),
};

/** Whether an engine starts from what this browser has. Only then may it start before a reader asks for it. */
export async function isAtHand(language: Language): Promise<boolean> {
  if (downloadOf[language] === null) return true;
  try {
    if (!(await globalThis.caches?.has(KEPT))) return false;
    const { areAtHand } = await import('../engines/python/assets.ts');
    return await areAtHand();
  } catch {
    return false;
  }
}
