import type { AstroIntegration } from 'astro';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { close, createIndex } from 'pagefind';
import { unfolded } from './unfolded.ts';

/** Of a figure only its programs are searched: buttons, bars and events are no place to be led to. */
const LEFT_OUT = ['.figure > :not(.figure-body)', '.figure-body > :not(.figure-code)'];

/** Writes the search index of the built pages to `pagefind/`. */
export function searchIndex(): AstroIntegration {
  let base = '/';
  return {
    name: 'search-index',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/, '/');
      },
      'astro:build:done': async ({ dir, logger }) => {
        const { index, errors } = await createIndex({ excludeSelectors: LEFT_OUT });
        if (!index) throw new Error(`The search index was not made: ${errors.join(', ')}`);
        const read = (page: string) => readFileSync(new URL(page, dir), 'utf8');
        const at = (url: string) => read(`${url.slice(base.length)}index.html`);
        const wrong: string[] = [];
        const pages = globSync('**/*.html', { cwd: dir });
        for (const page of pages) {
          const content = unfolded(read(page), at);
          wrong.push(...(await index.addHTMLFile({ sourcePath: page, content })).errors);
        }
        const written = await index.writeFiles({
          outputPath: fileURLToPath(new URL('pagefind/', dir)),
        });
        wrong.push(...written.errors);
        if (wrong.length > 0) throw new Error(`The search index is not whole: ${wrong.join(', ')}`);
        logger.info(`${pages.length} pages`);
        await close();
      },
    },
  };
}
