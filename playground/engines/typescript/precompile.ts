import { globSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { compile } from './compile.ts';

const NAME = 'virtual:compiled-programs';

/**
 * Vite's plugin that compiles the site's own programs while the site is built, by the compiler that the page
 * sends to its worker for any other: a first run waits neither for the compiler nor for its work.
 */
export function precompile(folder: URL): Plugin {
  return {
    name: 'compiled-programs',
    resolveId: (id) => (id === NAME ? `\0${id}` : null),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(all(folder))};` : null),
  };
}

/** A program that does not compile is compiled again in the page, which says why not. */
function all(folder: URL): Record<string, object> {
  const programs: Record<string, object> = {};
  for (const file of globSync('*/server.ts', { cwd: folder })) {
    const source = readFileSync(new URL(file, folder), 'utf8').trimEnd();
    const compiled = compile(source);
    if (compiled.ok) programs[source] = compiled;
  }
  return programs;
}
