import type { loadPyodide, PyodideConfig, PyodideInterface } from 'pyodide';
import type { Files } from './archive.ts';
import { importCode, Later, type Bytes, type Code } from './bytes.ts';
import type { Picture } from './picture.ts';
import { asWasm, Wasm } from './wasm.ts';

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

/** Private to Pyodide, and not in its types: the doors by which Emscripten links a library at the start. */
interface Linker {
  addRunDependency(name: string): void;
  removeRunDependency(name: string): void;
  FS_preloadFile(
    folder: string,
    name: string,
    library: WebAssembly.Module,
    canRead: boolean,
    canWrite: boolean,
    withoutFile: boolean,
  ): Promise<void>;
}

/** What lies in a folder: bytes, or what can be read once Python asks for it. */
export type Contents = Files<Uint8Array | Later>;

export const SITE_PACKAGES = '/lib/python3.14/site-packages';
const STDLIB = '/lib/python314.zip';

/** Where the loader believes that it is; nothing is ever asked there. */
const NOWHERE = 'memory://python/';

export interface Start {
  /** A picture of a started interpreter's memory: Python then is where it was when that was taken. */
  picture?: Promise<Picture>;
  /** Start in such a way that a picture can be taken later. */
  toSnapshot?: boolean;
  /** What is compiled already; what is not is added. */
  modules?: Wasm;
}

/**
 * Start Python with `files` in its site-packages. Each part of the start waits for what it needs and for
 * nothing else: what has still to be read, or compiled, is read at the same time.
 */
export async function startPython(
  { loader, asmModule, wasm, stdlib }: Runtime,
  files: Contents | Promise<Contents>,
  { picture: coming, toSnapshot = false, modules = new Wasm() }: Start = {},
): Promise<Pyodide> {
  const compiled = wasm instanceof URL ? null : modules.compile('python', wasm);
  const libraries = Promise.resolve(files).then((found) => librariesOf(found, modules));
  // Heard of by whoever waits for them.
  for (const late of [compiled, libraries]) late?.catch(() => {});
  const [{ loadPyodide: load }, { default: createModule }, picture] = await Promise.all([
    importLoader(loader),
    importCode<{ default: CreateModule }>(asmModule),
    coming,
  ]);
  const lock = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<never>();
  const createPyodideModule: CreateModule = async (settings) => {
    let linked: Promise<void[]> | undefined;
    const module = await createModule({
      ...settings,
      ...(picture && { INITIAL_MEMORY: picture.memorySize }),
      instantiateWasm: instantiation(settings, compiled, picture?.memorySize ?? 0, failed.reject),
      preRun: [
        ...settings.preRun,
        (started) => {
          linked = link(started, libraries);
          linked.catch(failed.reject);
        },
      ],
    });
    await linked;
    if (picture) await prepare(module, picture);
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
    ...(picture && { _loadSnapshot: picture.head }),
  };
  // An interpreter that was started once has read most of the library that it will.
  const later = picture && stdlib instanceof Blob ? new Later(stdlib) : null;
  const served = {
    'python_stdlib.zip': later ? new Blob() : stdlib,
    'pyodide.asm.wasm': NO_MODULE,
  };
  const pyodide = await serving(served, () => Promise.race([load(config), failed.promise]));
  if (later) put(pyodide.FS.lookupPath(STDLIB, {}).node as unknown as File, later);
  mount(pyodide, await files);
  return pyodide;
}

/** Pyodide reads its head of the picture when it asks for the memory to be laid; that lies there until then. */
async function prepare(module: Emscripten, { lay }: Picture): Promise<void> {
  const over = await lay;
  const api = module.API as unknown as Restorer;
  const { restoreSnapshot } = api;
  api.restoreSnapshot = (head) => {
    over((module as unknown as { HEAPU8: Uint8Array }).HEAPU8);
    return restoreSnapshot(head);
  };
}

/** Private to Pyodide too. */
interface Restorer {
  restoreSnapshot(head: Uint8Array): unknown;
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
    return bytes ? Promise.resolve(asWasm(bytes)) : fetchElsewhere(input, init);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = fetchElsewhere;
  }
}

type Library = readonly [path: string, module: WebAssembly.Module];

/** The compiled packages. They are compiled beside Python itself, on another core. */
function librariesOf(files: Contents, modules: Wasm): Promise<Library[]> {
  const libraries = [...files].filter(([path]) => path.endsWith('.so'));
  const compiled = async ([path, file]: [string, Uint8Array | Later]): Promise<Library> => {
    // The bytes of a file are never shared memory.
    const bytes = file instanceof Later ? file.blob : (file as Uint8Array<ArrayBuffer>);
    return [path, await modules.compile(path, bytes)];
  };
  return Promise.all(libraries.map(compiled));
}

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
async function link(module: Emscripten, libraries: Promise<readonly Library[]>): Promise<void[]> {
  const linker = module as unknown as Linker;
  // Python waits for as long as anything is depended on.
  linker.addRunDependency(LIBRARIES);
  try {
    return await Promise.all(
      (await libraries).map(([path, library]) =>
        linker.FS_preloadFile(`${SITE_PACKAGES}/${path}`, '', library, true, true, true),
      ),
    );
  } finally {
    linker.removeRunDependency(LIBRARIES);
  }
}

const LIBRARIES = 'libraries';

/**
 * Put the files where Python looks for packages. Bytes become the files, uncopied, by way of the file system's
 * own driver: a thousand files by path take as long as half of a start.
 */
function mount({ FS }: Pyodide, files: Contents): void {
  FS.mkdirTree(SITE_PACKAGES);
  const root = FS.lookupPath(SITE_PACKAGES, {}).node as unknown as Folder;
  const folders = new Map<string, Folder>([['', root]]);
  const make = (path: string, mode: number): Node => {
    const at = path.lastIndexOf('/');
    const parent = folderAt(path.slice(0, Math.max(at, 0)));
    return parent.node_ops.mknod(parent, path.slice(at + 1), mode, 0);
  };
  const folderAt = (path: string): Folder => {
    const known = folders.get(path);
    if (known) return known;
    const made = make(path, FOLDER) as Folder;
    folders.set(path, made);
    return made;
  };
  for (const [path, content] of files) put(make(path, REGULAR_FILE) as File, content);
}

/** Give a file its content; one that comes later is read at the first look. */
function put(file: File, content: Uint8Array | Later): void {
  file.usedBytes = content.byteLength;
  if (!(content instanceof Later)) {
    file.contents = content;
    return;
  }
  const become = (value: Uint8Array) =>
    Object.defineProperty(file, 'contents', { value, writable: true });
  Object.defineProperty(file, 'contents', {
    configurable: true,
    get: () => become(content.read()).contents,
    set: become,
  });
}

/** A node of Emscripten's file system in memory, as its driver sees it. */
type Node = Folder | File;

interface Folder {
  node_ops: { mknod(parent: Folder, name: string, mode: number, device: number): Node };
}

interface File {
  contents: Uint8Array;
  usedBytes: number;
}

const FOLDER = 0o40777;
const REGULAR_FILE = 0o100644;

const folderOf = (file: URL): string => decodeURIComponent(new URL('.', file).pathname);
