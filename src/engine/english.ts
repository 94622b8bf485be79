import type { Plugin } from 'vite';

const ENGLISH = '\0zod-english';

/**
 * Leaves zod's error messages in fifty languages out of the engine's script: they were a seventh of it.
 * `z` and all it offers stay as they are; `z.locales` holds English only.
 */
export function englishZod(): Plugin {
  return {
    name: 'english-zod',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const all = source.endsWith('/locales/index.js') && /[\\/]zod[\\/]v4[\\/]/.test(importer);
      return all ? ENGLISH : null;
    },
    load(id) {
      return id === ENGLISH ? "export { default as en } from 'zod/v4/locales/en.js';" : null;
    },
  };
}
