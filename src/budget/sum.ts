import { gzipSync } from 'node:zlib';
import { eagerScripts, staticImports } from './scripts.ts';

/** Reads a built file by its address on the site; undefined where the site has none. */
export type ReadBuilt = (url: string) => string | undefined;

/**
 * Bytes of JavaScript (gzip) that a page loads before its reader does anything: its scripts, and what these
 * import statically. A script of another host is an error: the site asks nothing of other hosts.
 */
export function eagerBytes(html: string, read: ReadBuilt): number {
  const { urls, inline } = eagerScripts(html);
  const seen = new Set<string>();
  let bytes = inline.reduce((sum, text) => sum + gzipSync(text).length, 0);

  const add = (url: string, base: string) => {
    const { origin, pathname } = new URL(url, new URL(base, SITE));
    if (origin !== SITE) throw new Error(`${url} is a script of another host.`);
    if (seen.has(pathname)) return;
    seen.add(pathname);
    const code = read(pathname);
    if (code === undefined) throw new Error(`${pathname} is not part of the build.`);
    bytes += gzipSync(code).length;
    for (const specifier of staticImports(code)) {
      if (/^[./]/.test(specifier)) add(specifier, pathname);
    }
  };

  for (const url of urls) add(url, '/');
  for (const text of inline) for (const specifier of staticImports(text)) add(specifier, '/');
  return bytes;
}

const SITE = 'http://site.invalid';
