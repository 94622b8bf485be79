import type { AstroIntegration } from 'astro';
import { existsSync, readFileSync } from 'node:fs';
import { eagerBytes } from './sum.ts';

interface Options {
  /** Bytes of JavaScript (gzip) that a page may load before its reader does anything. */
  limit: number;
  /** Pages that are counted and not held to it, by path: `playground/`. */
  exempt: string[];
}

/** Prints what each page loads before anybody touches it, and fails the build where that is too much. */
export function budget({ limit, exempt }: Options): AstroIntegration {
  let base = '/';
  return {
    name: 'budget',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/, '/');
      },
      'astro:build:done': ({ dir, pages, logger }) => {
        const read = (url: string) => {
          const file = new URL(url.startsWith(base) ? url.slice(base.length) : `.${url}`, dir);
          return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
        };
        const over: string[] = [];
        for (const { pathname } of pages) {
          const html =
            read(`${base}${pathname}index.html`) ?? read(`${base}${pathname.slice(0, -1)}.html`);
          if (html === undefined) throw new Error(`The page ${pathname} was not written.`);
          const bytes = eagerBytes(html, read);
          const held = !exempt.includes(pathname);
          logger.info(
            `/${pathname.padEnd(16)} ${kilobytes(bytes)}${held ? ` of ${kilobytes(limit)}` : ''}`,
          );
          if (held && bytes > limit) over.push(`/${pathname} (${kilobytes(bytes)})`);
        }
        if (over.length > 0) {
          throw new Error(
            `Too much JavaScript before intent, over ${kilobytes(limit)}: ${over.join(', ')}.`,
          );
        }
      },
    },
  };
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
