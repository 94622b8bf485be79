import type { Language } from './engines/engine.ts';

/**
 * What a reader has typed into a figure, one text a language, kept in this browser alone. Storage may be full,
 * or forbidden.
 */
const key = (name: string, language: Language) =>
  language === 'typescript'
    ? `cancellation:draft:${name}`
    : `cancellation:draft:${language}:${name}`;

/** The text as it was last written; null without one, or without storage. */
export function readDraft(name: string, language: Language): string | null {
  return attempt((storage) => storage.getItem(key(name, language))) ?? null;
}

/** Returns whether it was kept. */
export function writeDraft(name: string, language: Language, source: string): boolean {
  return (
    attempt((storage) => {
      storage.setItem(key(name, language), source);
      return true;
    }) ?? false
  );
}

export function clearDraft(name: string, language: Language): void {
  attempt((storage) => storage.removeItem(key(name, language)));
}

/** Undefined where storage refuses: even to name it throws in a page that may not have any. */
function attempt<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(globalThis.localStorage);
  } catch {
    return undefined;
  }
}
