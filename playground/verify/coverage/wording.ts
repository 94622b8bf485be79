import type { Claim } from '../../../content/claims.ts';
import { readMarks } from './marks.ts';

/**
 * The words that each claim of a page stands in, by its id: plain text, since a link or a line break changes
 * nothing that is said. A claim that is marked more than once has its marks' words one after the other.
 * @throws {Error} for a mark that is not closed.
 */
export function wordingOf(mdx: string): ReadonlyMap<string, string> {
  const { text, marks } = readMarks(mdx);
  const wording = new Map<string, string>();
  for (const { claim, from, to } of marks.toSorted((a, b) => a.from - b.from)) {
    if (claim === null) continue;
    const before = wording.get(claim);
    const words = plain(text.bare.slice(from, to));
    wording.set(claim, before === undefined ? words : `${before} ${words}`);
  }
  return wording;
}

/** Markdown without its links, its code marks and its emphasis. */
const plain = (markdown: string) =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** A claim whose sentence in the guide is no longer the one that it keeps. */
export interface Reworded {
  id: string;
  /** Empty: the claim is new. */
  kept: string;
  found: string;
}

/** The claims to look at again, in the page's order. */
export function reworded(claims: readonly Claim[], mdx: string): Reworded[] {
  return [...wordingOf(mdx)].flatMap(([id, found]) => {
    const claim = claims.find((one) => one.id === id);
    // A claim that was just written has none yet.
    const kept = (claim as Partial<Claim> | undefined)?.sentence ?? '';
    return claim === undefined || kept === found ? [] : [{ id, kept, found }];
  });
}

/** Both texts, and what to do. */
export function askToLook({ id, kept, found }: Reworded): string {
  const what = kept === '' ? 'keeps no sentence yet' : 'was made for another sentence';
  return [
    `The claim “${id}” ${what}: look whether its cases still show what the guide says, then npm run accept:claim ${id}`,
    `    kept:  ${kept || '(nothing)'}`,
    `    guide: ${found}`,
  ].join('\n');
}
