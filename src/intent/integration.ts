import type { AstroIntegration } from 'astro';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noteModules } from './modules.ts';

/** `client:intent`: an island that wakes when a reader is about to use it, and not before. */
export function intent(): AstroIntegration {
  let base = '/';
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective, config }) => {
        base = config.base.replace(/\/?$/, '/');
        addClientDirective({
          name: 'intent',
          entrypoint: fileURLToPath(new URL('./directive.ts', import.meta.url)),
        });
      },
      'astro:build:done': ({ dir }) => {
        const read = (url: string) => {
          const file = new URL(url.slice(base.length), dir);
          return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
        };
        for (const page of globSync('**/*.html', { cwd: dir })) {
          const file = new URL(page, dir);
          writeFileSync(file, noteModules(readFileSync(file, 'utf8'), read));
        }
      },
    },
  };
}
