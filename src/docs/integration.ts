import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';
import { provide } from './provide.ts';

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
          vite: { plugins: [{ name: 'docs-components', enforce: 'pre', transform }] },
        });
      },
    },
  };
}

function transform(code: string, id: string): string | undefined {
  return /\/content\/docs\/.*\.mdx$/.test(id) ? provide(code, folder) : undefined;
}
