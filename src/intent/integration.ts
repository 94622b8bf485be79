import type { AstroIntegration } from 'astro';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noteModules } from './modules.ts';
import { takeOutProps } from './props.ts';

/** `client:intent`: an island that wakes when a reader is about to use it, and not before. */
export function intent(): AstroIntegration {
  let base = '/';
  let assets = '_astro';
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective, config }) => {
        base = config.base.replace(/\/?$/, '/');
        assets = config.build.assets;
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
        // Beside the scripts: a name with the content's hash is kept for ever.
        const write = (json: string) => {
          const hash = createHash('sha256').update(json).digest('hex').slice(0, 10);
          const name = `${assets}/props.${hash}.json`;
          writeFileSync(new URL(name, dir), json);
          return base + name;
        };
        for (const page of globSync('**/*.html', { cwd: dir })) {
          const file = new URL(page, dir);
          const html = noteModules(readFileSync(file, 'utf8'), read);
          writeFileSync(file, takeOutProps(html, write));
        }
      },
    },
  };
}
