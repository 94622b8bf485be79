import type { Language } from '../engines/engine.ts';

/**
 * The highlighted lines of a figure that is about to wake, as they stand in its static HTML, so that the
 * page carries them once. A program that something else has changed there (a translator, an extension) is
 * given plain.
 */
export function linesShown(
  name: string,
  sources: Record<Language, string>,
): Record<Language, string[]> {
  const figure = document.querySelector(`astro-island[ssr] [data-figure="${name}"]`);
  const linesOf = (language: Language): string[] => {
    const code = figure?.querySelector(`[data-language="${language}"] code`);
    const source = sources[language];
    if (code?.textContent !== `${source}\n`) return source.split('\n').map(escaped);
    // Without the line's end, which is part of the line.
    return Array.from(code.querySelectorAll('.line'), (line) => line.innerHTML.slice(0, -1));
  };
  return { typescript: linesOf('typescript'), python: linesOf('python') };
}

function escaped(line: string): string {
  return line.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;');
}
