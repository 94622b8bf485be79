import { readMarks } from './marks.ts';

/** A sentence of a guide page, or what is read as one: an item, a row of a table, a heading. */
export interface Sentence {
  /** As the page's source has it, without its marks. */
  text: string;
  /** The line that it begins on, from 1. */
  line: number;
  /** The claims that it is part of. */
  claims: string[];
  /** The places of this page that it links to. */
  links: string[];
  /** It is marked as one that claims nothing. */
  silent: boolean;
  /** A heading, or the head of a table: it names what follows, and states nothing. */
  heading: boolean;
}

/**
 * The sentences of a page of `content/docs`. It reads as much of MDX as these pages use: paragraphs, lists,
 * tables, headings, code, links, and components, of which `<Claim id="…">` and `<NoClaim>` mark sentences.
 * @throws {Error} for a mark that is not closed.
 */
export function sentencesOf(mdx: string): Sentence[] {
  const { text, marks } = readMarks(mdx);
  const lineAt = lineOf(text.source);
  return blocksOf(text.bare).flatMap((block) =>
    splitSentences(block).map(({ from, to }) => {
      const inside = marks.filter((mark) => mark.from < to && mark.to > from);
      const words = text.bare.slice(from, to);
      return {
        text: words.replaceAll(/\s+/g, ' ').trim(),
        line: lineAt(text.at(from + (/\S/.exec(words)?.index ?? 0))),
        claims: inside.flatMap(({ claim }) => claim ?? []),
        links: [...words.matchAll(/\]\(#([^)\s]+)\)/g)].map(([, id]) => id!),
        silent: inside.some(({ claim }) => claim === null),
        heading: block.heading,
      };
    }),
  );
}

function lineOf(source: string): (place: number) => number {
  return (place) => source.slice(0, place).split('\n').length;
}

interface Block {
  from: number;
  text: string;
  heading: boolean;
  /** A row of a table, whose cells are one sentence. */
  row: boolean;
}

/** Paragraphs, items, rows and headings. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let current: Block | null = null;
  let place = 0;
  const lines = text.split('\n');
  for (const [index, line] of lines.entries()) {
    const from = place;
    place += line.length + 1;
    const heading = /^#{1,6}\s/.test(line);
    const row = /^\s*\|/.test(line);
    if (line.trim() === '' || /^\s*\|[\s|:-]*$/.test(line)) current = null;
    else if (heading || row) {
      const head = row && /^\s*\|[\s|:-]*-[\s|:-]*$/.test(lines[index + 1] ?? '');
      blocks.push({ from, text: line, heading: heading || head, row });
      current = null;
    } else if (current === null || /^\s*(?:[-*+]|\d+\.)\s/.test(line)) {
      current = { from, text: line, heading: false, row: false };
      blocks.push(current);
    } else current.text += `\n${line}`;
  }
  return blocks;
}

/** An end of a sentence, what may close after it, and what begins the next. */
const END = /[.!?][”"’)\]]*\s+(?=[\p{Lu}“"(`[‘*])/gu;

/** A full stop inside of code or of a link's address ends nothing. */
function splitSentences({ from, text, row, heading }: Block): { from: number; to: number }[] {
  const words = text.replaceAll(/`[^`]*`|\]\([^)]*\)/g, (part) => part.replaceAll(/[.!?]/g, '_'));
  const starts = [0];
  if (!row && !heading)
    for (const end of words.replace(/^\s*\d+\./, (item) => item.replace('.', '_')).matchAll(END))
      starts.push(end.index + end[0].length);
  return starts
    .map((start, index) => ({ from: from + start, to: from + (starts[index + 1] ?? text.length) }))
    .filter(({ from: start, to }) => /[\p{L}\p{N}]/u.test(text.slice(start - from, to - from)));
}
