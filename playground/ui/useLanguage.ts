import { useSyncExternalStore } from 'react';
import type { Language } from '../engines/engine.ts';
import { currentLanguage, FIRST, onLanguage } from '../language.ts';

/** The reader's language; where the page is made, and while a figure wakes, the one of the static page. */
export const useLanguage = (): Language =>
  useSyncExternalStore(onLanguage, currentLanguage, () => FIRST);
