import { createCssVariablesTheme, createHighlighter } from 'shiki';
import type { Language } from '../playground/index.ts';

/** Names a variable for each kind of token (`--code-token-keyword`); `styles/code.css` gives them colours. */
export const pageTheme = createCssVariablesTheme({ name: 'page', variablePrefix: '--code-' });

const highlighter = createHighlighter({ langs: ['typescript', 'python'], themes: [pageTheme] });

/** Each language's program, highlighted: what a figure is given. */
export async function highlightAll(
  sources: Record<Language, string>,
): Promise<Record<Language, string[]>> {
  return {
    typescript: await highlight(sources.typescript, 'typescript'),
    python: await highlight(sources.python, 'python'),
  };
}

/**
 * A program's lines as HTML. Each token carries a class (`code-keyword`) and no colour: `styles/code.css`
 * colours them for both themes, so that the page holds each program once.
 */
async function highlight(source: string, lang: Language): Promise<string[]> {
  const { tokens } = (await highlighter).codeToTokens(source, { lang, theme: 'page' });
  return tokens.map((line) => line.map(({ content, color }) => span(content, color)).join(''));
}

function span(text: string, color: string | undefined): string {
  const kind = color?.match(/--code-(?:token-)?([\w-]+)/)?.[1];
  return kind === undefined || kind === 'foreground'
    ? escape(text)
    : `<span class="code-${kind}">${escape(text)}</span>`;
}

function escape(text: string): string {
  return text.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;');
}
