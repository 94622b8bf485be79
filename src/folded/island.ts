/**
 * The figure in the HTML of its own page, ready to stand in another: ids that React made there begin with the
 * island's prefix, which is unique only in that page. Null where there is no figure.
 */
export function islandIn(html: string, name: string): string | null {
  const island = /<astro-island\b.*<\/astro-island>/s.exec(html)?.[0];
  const prefix = /^[^>]*\sprefix="([^"]*)"/.exec(island ?? '')?.[1];
  if (island === undefined || prefix === undefined) return null;
  return island
    .replace(`prefix="${prefix}"`, `prefix="${name}"`)
    .replaceAll(`_${prefix}R_`, `_${name}R_`);
}
