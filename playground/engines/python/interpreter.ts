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
    library: Uint8Array,
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

/** Start Python with `files` in its site-packages. What is still being read is read at the same time. */
export async function startPython(
  { loader, asmModule, wasm, stdlib }: Runtime,
  files: Files | Promise<Files>,
  { snapshot: picture, toSnapshot = false }: Start = {},
): Promise<Pyodide> {
  const [{ loadPyodide: load }, { default: createModule }, mounted, snapshot] = await Promise.all([
    importLoader(loader),
    importCode<{ default: CreateModule }>(asmModule),
    files,
    picture,
  ]);
  const lock = Promise.withResolvers<string>();
  const createPyodideModule: CreateModule = async (settings) => {
    const module = await createModule({
      ...(snapshot ? roomFor(snapshot, settings) : settings),
      preRun: [...settings.preRun, (started) => mount(started, mounted)],
    });
    // Every package comes with `files`: Pyodide's own index is empty.
    lock.resolve(JSON.stringify({ info: { abi_version: module.API.abiVersion }, packages: {} }));
    return module;
  };
  const served = new Map<string, Bytes>([[`${NOWHERE}python_stdlib.zip`, stdlib]]);
  if (!(wasm instanceof URL)) served.set(`${NOWHERE}pyodide.asm.wasm`, wasm);
  return serving(served, () =>
    load({
      env: { ...environment },
      indexURL: wasm instanceof URL ? folderOf(wasm) : NOWHERE,
      stdLibURL: `${NOWHERE}python_stdlib.zip`,
      packageBaseUrl: NOWHERE,
      lockFileContents: lock.promise,
      createPyodideModule,
      _makeSnapshot: toSnapshot,
      ...(snapshot && { _loadSnapshot: snapshot }),
    }),
  );
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

/** Answer requests for these addresses from memory until `work` is done. */
async function serving<Value>(
  files: ReadonlyMap<string, Bytes>,
  work: () => Promise<Value>,
): Promise<Value> {
  const fetchElsewhere = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const bytes = files.get(address);
    if (!bytes) return fetchElsewhere(input, init);
    const type = address.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
    return Promise.resolve(new Response(bytes, { headers: { 'Content-Type': type } }));
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetchElsewhere;
  }
}

/**
 * Put the files where Python looks for packages, and link the compiled ones, before Python starts. Linked
 * that early, a library gets the same place in memory and in the table of functions in every start; the
 * picture of a started interpreter holds addresses of both.
 *
 * The bytes become the files, uncopied, by way of the file system's own driver: a thousand files by path
 * take as long as half of a start.
 */
function mount(module: Emscripten, files: Files): void {
  const folders = new Map<string, Folder>();
  for (const [path, bytes] of files) {
    const at = path.lastIndexOf('/');
    const [folder, name] = [
      `${SITE_PACKAGES}/${path.slice(0, Math.max(at, 0))}`,
      path.slice(at + 1),
    ];
    let parent = folders.get(folder);
    if (!parent) {
      module.FS.mkdirTree(folder);
      parent = module.FS.lookupPath(folder, {}).node as unknown as Folder;
      folders.set(folder, parent);
    }
    const file = parent.node_ops.mknod(parent, name, REGULAR_FILE, 0);
    file.contents = bytes;
    file.usedBytes = bytes.byteLength;
    if (!name.endsWith('.so')) continue;
    void (module as unknown as Linker).FS_preloadFile(folder, name, bytes, true, true, true);
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

/** Memory must be as large as the picture before the picture is laid over it. */
function roomFor(snapshot: Uint8Array, settings: Settings): Settings {
  const instantiate = settings.instantiateWasm;
  if (!instantiate) throw new Error('This Pyodide cannot be given memory before it starts.');
  return {
    ...settings,
    instantiateWasm: (imports, done) =>
      instantiate(imports, (instance, module) => {
        const memory = instance.exports['memory'] as WebAssembly.Memory;
        const short = snapshot.byteLength - memory.buffer.byteLength;
        if (short > 0) memory.grow(Math.ceil(short / 65536));
        done(instance, module);
      }),
  };
}

const folderOf = (file: URL): string => decodeURIComponent(new URL('.', file).pathname);
