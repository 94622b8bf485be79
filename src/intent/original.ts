import type { Language } from '../../playground/index.ts';
import type { Original } from '../../playground/warm.ts';

/** Astro writes each value of an island's props as `[kind, value]`; 0 is a plain one. */
type Plain<T> = [0, T];

interface Props {
  example?: Plain<{ name: Plain<string>; sources: Plain<Record<Language, Plain<string>>> }>;
}

/** The program of a sleeping island as the site has it; null for an island without one. */
export function originalIn(island: Element, language: Language): Original | null {
  const figure = island.querySelector('[data-figure]');
  const code = figure?.querySelector(`.figure-code[data-language="${language}"] code`);
  const name = figure?.getAttribute('data-figure');
  // Each line of the text has its end, the last one too.
  if (name && code?.textContent) return { name, source: code.textContent.slice(0, -1) };
  const { example } = JSON.parse(island.getAttribute('props') ?? '{}') as Props;
  if (example === undefined) return null;
  const { name: named, sources } = example[1];
  return { name: named[1], source: sources[1][language][1] };
}
