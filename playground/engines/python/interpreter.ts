import type { loadPyodide, PyodideConfig, PyodideInterface } from 'pyodide';
import { importCode, type Bytes, type Code } from './bytes.ts';
import type { Files } from './archive.ts';

/**
 * Pyodide from bytes at hand. The worker it runs in has no network (its policy forbids every request), and
 * Pyodide's loader asks for its files by address; so while it starts, `fetch` answers from memory.
 */
export interface Runtime {
  /** `pyodide.mjs` */
  loader: Code;
  /** `pyodide.asm.mjs` */
  asmModule: Code;
  /** `pyodide.asm.wasm`; in Node, where the loader reads its own folder, the address of that file. */
  wasm: Bytes | URL;
  /** `python_stdlib.zip` */
  stdlib: Bytes;
}

export type Pyodide = PyodideInterface;

type CreateModule = NonNullable<PyodideConfig['createPyodideModule']>;
type Settings = Parameters<CreateModule>[0];
type Emscripten = Awaited<ReturnType<CreateModule>>;

/** Private to Pyodide, and not in its types: the door by which Emscripten links a library at the start. */
interface Linker {
  FS_preloadFile(
    folder: string,
    name: string,
    library: WebAssembly.Module,
    canRead: boolean,
    canWrite: boolean,
    withoutFile: boolean,
  ): Promise<void>;
}

export const SITE_PACKAGES = '/lib/python3.14/site-packages';

/** Where the loader believes that it is; nothing is ever asked there. */
const NOWHERE = 'memory://python/';

export interface Start {
  /** A picture of a started interpreter's memory: Python then is where it was when that was taken. */
  snapshot?: Uint8Array | Promise<Uint8Array>;
  /** Start in such a way that a picture can be taken later. */
  toSnapshot?: boolean;
}

/** Start Python with `files` in its site-packages. What has still to be read is read at the same time. */
export async function startPython(
  { loader, asmModule, wasm, stdlib }: Runtime,
  files: Files | Promise<Files>,
  { snapshot: picture, toSnapshot = false }: Start = {},
): Promise<Pyodide> {
  const compiled = wasm instanceof URL ? null : compile(wasm);
  const [{ loadPyodide: load }, { default: createModule }, mounted, libraries, snapshot] =
    await Promise.all([
      importLoader(loader),
      importCode<{ default: CreateModule }>(asmModule),
      files,
      Promise.resolve(files).then(librariesOf),
      picture,
    ]);
  const lock = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<never>();
  const createPyodideModule: CreateModule = async (settings) => {
    let linked: Promise<void[]> | undefined;
    const module = await createModule({
      ...settings,
      instantiateWasm: instantiation(settings, compiled, snapshot?.byteLength ?? 0, failed.reject),
      preRun: [...settings.preRun, (started) => (linked = link(started, libraries))],
    });
    await linked;
    // Every package comes with `files`: Pyodide's own index is empty.
    lock.resolve(JSON.stringify({ info: { abi_version: module.API.abiVersion }, packages: {} }));
    return module;
  };
  const config: PyodideConfig = {
    env: { ...environment },
    indexURL: wasm instanceof URL ? folderOf(wasm) : NOWHERE,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    packageBaseUrl: NOWHERE,
    lockFileContents: lock.promise,
    createPyodideModule,
    _makeSnapshot: toSnapshot,
    ...(snapshot && { _loadSnapshot: snapshot }),
  };
  const served = { 'python_stdlib.zip': stdlib, 'pyodide.asm.wasm': NO_MODULE };
  const pyodide = await serving(served, () => Promise.race([load(config), failed.promise]));
  mount(pyodide, mounted);
  return pyodide;
}

/**
 * The same hashes in every start, so that a set prints in the same order in all of them. No byte code is
 * written: the file system lives as long as the worker.
 */
const environment = { PYTHONHASHSEED: '0', PYTHONDONTWRITEBYTECODE: '1' };

/**
 * Pyodide turns classic workers down, for want of `import()` in old browsers, and tells one by its
 * `importScripts`. The sandbox's worker is a classic one, and has `import()`.
 */
async function importLoader(loader: Code): Promise<{ loadPyodide: typeof loadPyodide }> {
  const scope = globalThis as { importScripts?: unknown };
  const classic = scope.importScripts !== undefined;
  if (classic) scope.importScripts = undefined;
  try {
    return await importCode(loader);
  } finally {
    if (classic) delete scope.importScripts;
  }
}

/** Answer requests for these files from memory until `work` is done. */
async function serving<Value>(
  files: Record<string, Bytes>,
  work: () => Promise<Value>,
): Promise<Value> {
  const fetchElsewhere = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const bytes = address.startsWith(NOWHERE) ? files[address.slice(NOWHERE.length)] : undefined;
    return bytes ? Promise.resolve(respond(bytes)) : fetchElsewhere(input, init);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetchElsewhere;
  }
}

const respond = (bytes: Bytes): Response =>
  new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });

/** Compiled once a worker: the interpreter that takes a snapshot and the one that starts from it share it. */
function compile(wasm: Bytes): Promise<WebAssembly.Module> {
  const known = modules.get(wasm);
  if (known) return known;
  const module =
    wasm instanceof Blob ? WebAssembly.compileStreaming(respond(wasm)) : WebAssembly.compile(wasm);
  module.catch(() => modules.delete(wasm));
  modules.set(wasm, module);
  return module;
}

type Library = readonly [path: string, module: WebAssembly.Module];

/** The compiled packages. They are compiled beside Python itself, on another core. */
function librariesOf(files: Files): Promise<Library[]> {
  const libraries = [...files].filter(([path]) => path.endsWith('.so'));
  const compiled = ([path, bytes]: [string, Uint8Array]) =>
    // The bytes of a file are never shared memory.
    compile(bytes as Uint8Array<ArrayBuffer>).then((library) => [path, library] as const);
  return Promise.all(libraries.map(compiled));
}

const modules = new WeakMap<Bytes, Promise<WebAssembly.Module>>();

/** A WebAssembly module with nothing in it: its head and its version. */
const NO_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/**
 * How the interpreter's instance is made. Pyodide adds imports of its own, and then compiles; it is given
 * an empty module, for the real one has been compiled since the start began. That way a failure is heard of,
 * too: Pyodide would wait for ever. Memory must be as large as a snapshot before that is laid over it.
 */
function instantiation(
  settings: Settings,
  compiled: Promise<WebAssembly.Module> | null,
  memorySize: number,
  fail: (error: unknown) => void,
): NonNullable<Settings['instantiateWasm']> {
  const prepare = settings.instantiateWasm;
  if (!prepare) throw new Error('This Pyodide makes its instance in a way unknown here.');
  const grow = ({ exports }: WebAssembly.Instance): void => {
    const memory = exports['memory'] as WebAssembly.Memory;
    const short = memorySize - memory.buffer.byteLength;
    if (short > 0) memory.grow(Math.ceil(short / PAGE));
  };
  return (imports, done) =>
    prepare(imports, async (instance, module) => {
      try {
        const real = (await compiled) ?? module;
        const made = compiled ? await WebAssembly.instantiate(real, imports) : instance;
        grow(made);
        done(made, real);
      } catch (error) {
        fail(error);
      }
    });
}

/** Bytes, as WebAssembly counts memory. */
const PAGE = 65536;

/**
 * Link the compiled packages before Python starts. That early, a library gets the same place in memory and
 * in the table of functions in every start; the picture of a started interpreter holds addresses of both.
 */
function link(module: Emscripten, libraries: readonly Library[]): Promise<void[]> {
  const linker = module as unknown as Linker;
  return Promise.all(
    libraries.map(([path, library]) =>
      linker.FS_preloadFile(`${SITE_PACKAGES}/${path}`, '', library, true, true, true),
    ),
  );
}

/**
 * Put the files where Python looks for packages. The bytes become the files, uncopied, by way of the file
 * system's own driver: a thousand files by path take as long as half of a start.
 */
function mount({ FS }: Pyodide, files: Files): void {
  const folders = new Map<string, Folder>();
  for (const [path, bytes] of files) {
    const full = `${SITE_PACKAGES}/${path}`;
    const at = full.lastIndexOf('/');
    const name = full.slice(0, at);
    let folder = folders.get(name);
    if (!folder) {
      FS.mkdirTree(name);
      folder = FS.lookupPath(name, {}).node as unknown as Folder;
      folders.set(name, folder);
    }
    const file = folder.node_ops.mknod(folder, full.slice(at + 1), REGULAR_FILE, 0);
    file.contents = bytes;
    file.usedBytes = bytes.byteLength;
  }
}

/** A folder of Emscripten's file system in memory, as its driver sees it. */
interface Folder {
  node_ops: {
    mknod(
      parent: Folder,
      name: string,
      mode: number,
      device: number,
    ): { contents: Uint8Array; usedBytes: number };
  };
}

const REGULAR_FILE = 0o100644;

const folderOf = (file: URL): string => decodeURIComponent(new URL('.', file).pathname);
