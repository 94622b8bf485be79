/** What a page of `content/docs` may use without importing it: content imports nothing. */
const COMPONENTS = [
  'Run',
  'Claim',
  'NoClaim',
  'Figures',
  'Proofs',
  'ProofBar',
  'Variants',
  'Predict',
  'Legend',
  'Switches',
  'Differences',
];

/** A page's source with the site's components at hand; `folder` holds them. */
export function provide(mdx: string, folder: string): string {
  const imports = COMPONENTS.map((name) => `import ${name} from '${folder}${name}.astro'`);
  return keepParagraphs(mdx).replace(
    /^---\n.*?\n---\n/s,
    (frontmatter) => `${frontmatter}${imports.join('\n')}\n`,
  );
}

/** MDX takes a paragraph of nothing but components for no paragraph. One that begins with a mark is prose. */
function keepParagraphs(mdx: string): string {
  return mdx.replaceAll(
    /(?<=\n\n)<(?:No)?Claim\b[\s\S]*?(?=\n\n|\n?$(?![\s\S]))/g,
    (paragraph) => `<p>${paragraph}</p>`,
  );
}
