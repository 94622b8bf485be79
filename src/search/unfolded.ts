/**
 * A page as the search reads it: each folded figure, which the page only links to, stands where its link is. So a
 * word in one leads to the place in the guide that speaks of it.
 * @param read the HTML of the page at an address
 */
export function unfolded(html: string, read: (url: string) => string): string {
  return html.replaceAll(
    /<a\b[^>]*\bhref="([^"]*)"[^>]*\bdata-own-page\b.*?<\/a>/gs,
    (_, url: string) => {
      const figure = /<astro-island\b.*<\/astro-island>/s.exec(read(url))?.[0];
      if (figure === undefined) throw new Error(`There is no figure at ${url}.`);
      return figure;
    },
  );
}
