import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sitePath } from './sources.ts';

/** The engine's own Python, read from disk. */
export function readSources(): Record<string, string> {
  const folder = fileURLToPath(new URL('py/', import.meta.url));
  return Object.fromEntries(
    globSync('**/*.py', { cwd: folder }).map((path) => [
      sitePath(path),
      readFileSync(folder + path, 'utf8'),
    ]),
  );
}
