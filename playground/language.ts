import type { Language } from './engines/engine.ts';

/**
 * The language in which a reader reads programs: one for the whole site, kept in this browser alone. While a
 * page is open it stands on the page's root as `data-language`, where styles find it too: they show the
 * program of that language before any script has drawn a figure.
 */
const KEY = 'cancellation:language';

/** What stands in the static page, and is shown to who has chosen nothing. */
export const FIRST: Language = 'python';

export const LANGUAGES: readonly Language[] = ['python', 'typescript'];

export const nameOf: Record<Language, string> = { python: 'Python', typescript: 'TypeScript' };

/** Stands in each page's head: the reader's choice, before anything is drawn. Storage may be forbidden. */
export const earlyScript =
  `try { if (localStorage.getItem('${KEY}') === 'typescript') ` +
  `document.documentElement.dataset.language = 'typescript' } catch {}`;

export const currentLanguage = (): Language =>
  document.documentElement.dataset['language'] === 'typescript' ? 'typescript' : FIRST;

/** Every figure of the page shows it from now on, and every page from its opening. */
export function chooseLanguage(language: Language): void {
  if (language === currentLanguage()) return;
  document.documentElement.dataset['language'] = language;
  try {
    globalThis.localStorage.setItem(KEY, language);
  } catch {
    // It then holds for this page.
  }
  for (const listener of [...listeners]) listener();
}

/** Returns how to listen no more. */
export function onLanguage(changed: () => void): () => void {
  const listener = () => changed();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const listeners = new Set<() => void>();
