import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createRequire } from 'node:module';
import { writeArchive } from './archive.ts';
import type { Assets } from './boot.ts';
import { locked, readWheel } from './wheels.ts';

/** What the engine starts from, read from this repository and its node_modules: for tests in Node. */
export async function nodeAssets(): Promise<Assets> {
  const pyodide = createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm');
  const file = (name: string) => new URL(name, pathToFileURL(pyodide));
  return {
    loader: file('pyodide.mjs'),
    asmModule: file('pyodide.asm.mjs'),
    wasm: file('pyodide.asm.wasm'),
    stdlib: new Uint8Array(readFileSync(file('python_stdlib.zip'))),
    packages: writeArchive(new Map(locked().flatMap(({ file }) => [...readWheel(file)]))),
    sources: readSources(),
  };
}

/** `py/*.py` is the package `afterstop`; what is under `py/shims` lies in site-packages as it is. */
function readSources(): Record<string, string> {
  const folder = fileURLToPath(new URL('py/', import.meta.url));
  return Object.fromEntries(
    globSync('**/*.py', { cwd: folder }).map((path) => [
      path.startsWith('shims/') ? path.slice('shims/'.length) : `afterstop/${path}`,
      readFileSync(folder + path, 'utf8'),
    ]),
  );
}
