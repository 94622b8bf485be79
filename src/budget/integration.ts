import type { AstroIntegration } from 'astro';
import { existsSync, readFileSync } from 'node:fs';
import { htmlSize, isOver, type HtmlSize } from './pages.ts';
import { eagerBytes } from './sum.ts';

interface Options {
  /** Bytes of JavaScript (gzip) that a page may load before its reader does anything. */
  limit: number;
  /** Pages that are counted and not held to it, by path: `playground/`. */
  exempt: string[];
  /** What each page's HTML may take, in bytes. */
  html: HtmlSize;
  /** Pages with a limit of their own, by path; `''` is the first page. */
  htmlOf?: Record<string, HtmlSize>;
}

/** Prints the size of each page and of what it loads before anybody touches it; fails the build where that is too much. */
export function budget({ limit, exempt, html: htmlLimit, htmlOf = {} }: Options): AstroIntegration {
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
        const heavy: string[] = [];
        for (const { pathname } of pages) {
          const html =
            read(`${base}${pathname}index.html`) ?? read(`${base}${pathname.slice(0, -1)}.html`);
          if (html === undefined) throw new Error(`The page ${pathname} was not written.`);
          const bytes = eagerBytes(html, read);
          const held = !exempt.includes(pathname);
          const size = htmlSize(html);
          const most = htmlOf[pathname] ?? htmlLimit;
          logger.info(
            `/${pathname.padEnd(24)} script ${kilobytes(bytes)}${held ? ` of ${kilobytes(limit)}` : ''}, ` +
              `HTML ${both(size)} of ${both(most)}`,
          );
          if (isOver(size, most)) heavy.push(`/${pathname} (${both(size)} of ${both(most)})`);
          if (held && bytes > limit) over.push(`/${pathname} (${kilobytes(bytes)})`);
        }
        if (over.length > 0) {
          throw new Error(
            `Too much JavaScript before intent, over ${kilobytes(limit)}: ${over.join(', ')}.`,
          );
        }
        if (heavy.length > 0) throw new Error(`Too much HTML: ${heavy.join(', ')}.`);
      },
    },
  };
}

const both = ({ raw, gzip }: HtmlSize): string => `${kilobytes(raw)}, ${kilobytes(gzip)} gzip`;

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
