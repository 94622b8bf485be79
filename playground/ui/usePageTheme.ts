import { useSyncExternalStore } from 'react';

export type PageTheme = 'light' | 'dark';

/** The page's theme, as Starlight keeps it in `data-theme` of the root element. */
export const usePageTheme = (): PageTheme =>
  useSyncExternalStore(watch, read, () => 'light' as const);

const read = (): PageTheme =>
  document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light';

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}
