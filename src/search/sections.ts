/** The part of Pagefind's answer that is used here (pagefind.app/docs/api). */
export interface FoundPage {
  url: string;
  meta: { title?: string };
  excerpt: string;
  sub_results: {
    url: string;
    title: string;
    excerpt: string;
    anchor?: object;
    weighted_locations: { balanced_score: number }[];
  }[];
}

/** A place to go to: a section, or a page's beginning. */
export interface Section {
  url: string;
  title: string;
  page: string;
  /** HTML of Pagefind's own making: text, with what was found in `<mark>`. */
  excerpt: string;
}

/**
 * The sections of all pages found, best first. A section whose heading holds the very words comes before any
 * other; then the best single place decides, then how many there are.
 */
export function rankSections(query: string, pages: readonly FoundPage[], limit = 8): Section[] {
  const words = plain(query);
  return pages
    .flatMap((page) =>
      page.sub_results.filter(meant(words)).map((found) => {
        const scores = found.weighted_locations.map((place) => place.balanced_score);
        return {
          section: {
            url: found.url,
            title: found.title,
            page: page.meta.title ?? '',
            excerpt: found.excerpt,
          },
          named: plain(found.title).includes(words) ? 1 : 0,
          best: Math.max(0, ...scores),
          sum: scores.reduce((total, score) => total + score, 0),
        };
      }),
    )
    .sort((a, b) => b.named - a.named || b.best - a.best || b.sum - a.sum)
    .slice(0, limit)
    .map(({ section }) => section);
}

/**
 * Where nothing holds the words, Pagefind shortens them until something does: `zzzz` would find every `z`.
 * What was found shares at least three letters with a word asked for, or all it has.
 */
function meant(words: string): (found: { excerpt: string }) => boolean {
  const beginnings = words.split(' ').map((word) => word.slice(0, 3));
  return ({ excerpt }) => {
    const marked = [...excerpt.matchAll(/<mark>(.*?)<\/mark>/g)].map(([, text = '']) =>
      plain(text),
    );
    return marked.some((text) => beginnings.some((beginning) => text.includes(beginning)));
  };
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
