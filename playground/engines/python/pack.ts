import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { writeArchive } from './archive.ts';
import { IMPORTS } from './imports.ts';
import { SITE_PACKAGES, startPython, type Runtime } from './interpreter.ts';
import { readSources } from './sources.node.ts';
import { tuned } from './tuned.ts';
import { locked, lockFile, readWheel } from './wheels.ts';

/**
 * Makes what the site serves of Python: the interpreter, compressed (not every host does that, and it is
 * large), and of the wheels all of their files in one archive, with byte code beside every
 * source that the start imports. The byte code is made by the very interpreter that reads it, and without a
 * check against the source (PEP 552), whose dates the archive does not keep. Made when the site is built,
 * and made anew when something in it has changed.
 */
const built = new URL('built/', import.meta.url);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const packed = {
  asmModule: new URL('asm.mjs.bin', built),
  wasm: new URL('asm.wasm.bin', built),
  packages: new URL('packages.bin', built),
  stdlib: new URL('stdlib.zip', built),
};

export async function pack(): Promise<void> {
  const stamp = new URL('stamp', built);
  const now = stampOf();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === now) return;
  const wheels = new Map(locked().flatMap(({ file }) => [...readWheel(file)]));
  const { site, stdlib } = await compile(wheels);
  mkdirSync(built, { recursive: true });
  put(packed.packages, packedUp(writeArchive(new Map([...wheels, ...site]))));
  put(packed.stdlib, stdlib);
  const { asmModule, wasm } = nodeRuntime();
  put(packed.asmModule, packedUp(Buffer.from(tuned(readFileSync(asmModule as URL, 'utf8')))));
  put(packed.wasm, packedUp(readFileSync(wasm as URL)));
  put(new URL('sizes.json', built), Buffer.from(JSON.stringify(sizes())));
  put(stamp, Buffer.from(now));
}

const packedUp = (bytes: Uint8Array): Uint8Array => gzipSync(bytes, { level: 9 });

/** Two may pack at once: each file is whole at every moment. */
function put(file: URL, bytes: Uint8Array): void {
  const unfinished = `${fileURLToPath(file)}.${process.pid}`;
  writeFileSync(unfinished, bytes);
  renameSync(unfinished, file);
}

/** Bytes of each file that a page fetches: what a reader is told before, and how long the progress bar is. */
function sizes(): Record<string, number> {
  const files = { loader: nodeRuntime().loader, ...packed };
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [name, statSync(file as URL).size]),
  );
}

function stampOf(): string {
  const hash = createHash('sha256').update(pyodideVersion());
  for (const file of [lockFile, ...['pack.ts', 'imports.ts', 'tuned.ts'].map(here)])
    hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** Pyodide as it lies in node_modules. */
export function nodeRuntime(): Runtime {
  const wasm = createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm');
  const file = (name: string) => new URL(name, pathToFileURL(wasm));
  return {
    loader: file('pyodide.mjs'),
    asmModule: file('pyodide.asm.mjs'),
    wasm: file('pyodide.asm.wasm'),
    stdlib: new Uint8Array(readFileSync(file('python_stdlib.zip'))),
  };
}

const pyodideVersion = () =>
  (createRequire(import.meta.url)('pyodide/package.json') as { version: string }).version;

/** Byte code of what the start imports: by path under site-packages, and inside the standard library's zip. */
async function compile(
  wheels: ReadonlyMap<string, Uint8Array>,
): Promise<{ site: Map<string, Uint8Array>; stdlib: Uint8Array }> {
  const encoder = new TextEncoder();
  const files = new Map(wheels);
  for (const [path, text] of Object.entries(readSources())) files.set(path, encoder.encode(text));
  const pyodide = await startPython(nodeRuntime(), files);
  pyodide.runPython(IMPORTS);
  const made = pyodide.runPython(COMPILE) as {
    toJs(): Record<string, Uint8Array>;
    destroy(): void;
  };
  const site = new Map(
    Object.entries(made.toJs())
      .map(([path, code]) => [path.slice(SITE_PACKAGES.length + 1), code] as const)
      .filter(([path]) =>
        wheels.has(path.replace(/__pycache__\/(.+)\.cpython-314\.pyc$/, '$1.py')),
      ),
  );
  made.destroy();
  return { site, stdlib: pyodide.FS.readFile('/stdlib.zip') as Uint8Array };
}

const COMPILE = `
import importlib.util, sys, zipfile
from importlib._bootstrap_external import _code_to_hash_pyc

STDLIB = "/lib/python314.zip"

def byte_code(source, path):
    code = compile(source, path, "exec", dont_inherit=True)
    return bytes(_code_to_hash_pyc(code, importlib.util.source_hash(source), False))

loaded = {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}
site = {}
for path in sorted(loaded):
    if path.startswith("${SITE_PACKAGES}/") and path.endswith(".py"):
        with open(path, "rb") as file:
            site[importlib.util.cache_from_source(path)] = byte_code(file.read(), path)

with zipfile.ZipFile(STDLIB) as old, zipfile.ZipFile("/stdlib.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
    for entry in old.infolist():
        source = old.read(entry)
        new.writestr(entry, source)
        path = f"{STDLIB}/{entry.filename}"
        if path in loaded:
            compiled = zipfile.ZipInfo(entry.filename + "c", entry.date_time)
            new.writestr(compiled, byte_code(source, path), zipfile.ZIP_DEFLATED, 9)
site
`;

/** Packs before Astro reads the first file of the site. */
export const packages = { name: 'python-packages', hooks: { 'astro:config:setup': pack } };
