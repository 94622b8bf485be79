/** `<Claim id="…">` or `<NoClaim>`, by its first and last offset in the bare text. */
interface Mark {
  from: number;
  to: number;
  /** Null: `<NoClaim>`. */
  claim: string | null;
}

/** Replace everything but prose by spaces, so that offsets stay the same. */
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
  /** The offset in `source` of an offset in `bare`. */
  at: (place: number) => number;
}

/**
 * Separate the marks from the text of a page of `content/docs`.
 * @throws {Error} for a mark that is not closed.
 */
export function readMarks(mdx: string): { text: Bare; marks: Mark[] } {
  const source = blank(mdx);
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
