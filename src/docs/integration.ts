import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';

/** What a page of `content/docs` may use without importing it: content imports nothing. */
const COMPONENTS = ['Run', 'Claim', 'NoClaim', 'Proofs', 'Legend'];

const folder = fileURLToPath(new URL('../components/', import.meta.url));

/** Pages of `content/docs`: the site's components at hand, and headings that name their own link, `{#short}`. */
export function docs(): AstroIntegration {
  return {
    name: 'docs',
    hooks: {
      'astro:config:setup': ({ config, updateConfig }) => {
        const { options } = config.markdown.processor as { options?: { features?: object } };
        if (!options) throw new Error('The Markdown processor has changed: heading ids need it.');
        options.features = { ...options.features, headingAttributes: true };

        updateConfig({
          vite: { plugins: [{ name: 'docs-components', enforce: 'pre', transform: provide }] },
        });
      },
    },
  };
}

function provide(code: string, id: string): string | undefined {
  if (!/\/content\/docs\/.*\.mdx$/.test(id)) return undefined;
  const imports = COMPONENTS.map((name) => `import ${name} from '${folder}${name}.astro'`).join(
    '\n',
  );
  return code.replace(/^---\n.*?\n---\n/s, (frontmatter) => `${frontmatter}${imports}\n`);
}
