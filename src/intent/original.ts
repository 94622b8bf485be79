import type { Language } from '../../playground/index.ts';
import type { Original } from '../../playground/warm.ts';

/** Astro writes each value of an island's props as `[kind, value]`; 0 is a plain one. */
type Plain<T> = [0, T];

interface Props {
  example?: Plain<{ name: Plain<string>; sources: Plain<Record<Language, Plain<string>>> }>;
}

/** The program that an island shows as the site has it; null for an island that shows none. */
export function originalIn(island: Element, language: Language): Original | null {
  const { example } = JSON.parse(island.getAttribute('props') ?? '{}') as Props;
  if (example === undefined) return null;
  const { name, sources } = example[1];
  return { name: name[1], source: sources[1][language][1] };
}
