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

interface Mark {
  from: number;
  to: number;
  /** Null: `<NoClaim>`. */
  claim: string | null;
}

/**
 * The sentences of a page of `content/docs`. It reads as much of MDX as these pages use: paragraphs, lists,
 * tables, headings, code, links, and components, of which `<Claim id="…">` and `<NoClaim>` mark sentences.
 * @throws {Error} for a mark that is not closed.
 */
export function sentencesOf(mdx: string): Sentence[] {
  const { text, marks } = takeMarks(blank(mdx));
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

/** What is no prose gives way to spaces, so that every place in the text stays where it was. */
function blank(mdx: string): string {
  const spaces = (part: string) => part.replaceAll(/[^\n]/g, ' ');
  return mdx
    .replace(/^---\n[\s\S]*?\n---\n/, spaces)
    .replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$/gm, spaces)
    .replaceAll(/\{\/\*[\s\S]*?\*\/\}/g, spaces)
    .replaceAll(/^(?:import|export)\s.*$/gm, spaces)
    .replaceAll(/\{#[\w-]+\}/g, spaces)
    .replaceAll(/<(?!Claim\b|NoClaim\b)[A-Z]\w*(?:\s[^<>]*)?\/>/g, spaces);
}

interface Bare {
  source: string;
  /** Without the tags. */
  bare: string;
  /** Where in the source a place of `bare` is. */
  at: (place: number) => number;
}

function takeMarks(source: string): { text: Bare; marks: Mark[] } {
  const marks: Mark[] = [];
  const open: Mark[] = [];
  const pieces: { bare: number; source: number }[] = [{ bare: 0, source: 0 }];
  let bare = '';
  let last = 0;
  for (const tag of source.matchAll(/<(\/?)(Claim|NoClaim)(?:\s+id="([^"]*)")?\s*>/g)) {
    bare += source.slice(last, tag.index);
    last = tag.index + tag[0].length;
    pieces.push({ bare: bare.length, source: last });
    const [, closes, name, id] = tag;
    if (!closes) {
      if (name === 'Claim' && !id) throw new Error('A <Claim> without an id.');
      open.push({ from: bare.length, to: Infinity, claim: name === 'Claim' ? id! : null });
      continue;
    }
    const mark = open.pop();
    if (mark === undefined || (mark.claim === null) !== (name === 'NoClaim'))
      throw new Error(`A </${name}> that closes nothing.`);
    marks.push({ ...mark, to: bare.length });
  }
  const [unclosed] = open;
  if (unclosed)
    throw new Error(
      `The <${unclosed.claim === null ? 'NoClaim' : `Claim id="${unclosed.claim}"`}> is not closed.`,
    );
  bare += source.slice(last);
  const at = (place: number) => {
    const piece = pieces.findLast((each) => each.bare <= place)!;
    return piece.source + place - piece.bare;
  };
  return { text: { source, bare, at }, marks };
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
