import type { Claim } from '../../../content/claims.ts';
import { readMarks } from './marks.ts';

/**
 * The words of each claim on a page, by its id, as plain text: links, code marks and line breaks do not change what
 * is said. If a claim is marked more than once, its texts are joined.
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

/** A claim whose sentence in the guide has changed. */
export interface Reworded {
  id: string;
  /** The text in the claim; empty for a new claim. */
  kept: string;
  /** The text in the guide. */
  found: string;
}

/** The claims to review, in the page's order. */
export function reworded(claims: readonly Claim[], mdx: string): Reworded[] {
  return [...wordingOf(mdx)].flatMap(([id, found]) => {
    const claim = claims.find((one) => one.id === id);
    // A claim that was just written has none yet.
    const kept = (claim as Partial<Claim> | undefined)?.sentence ?? '';
    return claim === undefined || kept === found ? [] : [{ id, kept, found }];
  });
}

/** A message with both texts and what to do. */
export function askToLook({ id, kept, found }: Reworded): string {
  const what = kept === '' ? 'has no sentence yet' : 'was written for another sentence';
  return [
    `The claim “${id}” ${what}. Check that its cases show what the guide says, then: npm run accept:claim ${id}`,
    `    claim: ${kept || '(nothing)'}`,
    `    guide: ${found}`,
  ].join('\n');
}
