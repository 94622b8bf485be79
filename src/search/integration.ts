import type { AstroIntegration } from 'astro';
import { fileURLToPath } from 'node:url';
import { close, createIndex } from 'pagefind';

/** Of a figure only its programs are searched: buttons, bars and events are no place to be led to. */
const LEFT_OUT = ['.figure > :not(.figure-body)', '.figure-body > :not(.figure-code)'];

/** Writes the search index of the built pages to `pagefind/`. */
export function searchIndex(): AstroIntegration {
  return {
    name: 'search-index',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        const { index, errors } = await createIndex({ excludeSelectors: LEFT_OUT });
        if (!index) throw new Error(`The search index was not made: ${errors.join(', ')}`);
        const read = await index.addDirectory({ path: fileURLToPath(dir) });
        const written = await index.writeFiles({
          outputPath: fileURLToPath(new URL('pagefind/', dir)),
        });
        const wrong = [...read.errors, ...written.errors];
        if (wrong.length > 0) throw new Error(`The search index is not whole: ${wrong.join(', ')}`);
        logger.info(`${read.page_count} pages`);
        await close();
      },
    },
  };
}
