import type { BootStep } from '../engine.ts';
import { openArchive, readArchive } from './archive.ts';
import { bytesOf, type Bytes } from './bytes.ts';
import { IMPORTS } from './imports.ts';
import { startPython, type Contents, type Pyodide, type Runtime } from './interpreter.ts';
import { readSnapshot } from './picture.ts';
import { takeSnapshot, wake } from './snapshot.ts';
import { Wasm } from './wasm.ts';

export type { Pyodide } from './interpreter.ts';

/** All that the engine starts from. Nothing else is fetched, by anyone, ever. */
export interface Assets extends Runtime {
  /** The vendored wheels, unpacked, with byte code: an archive as `archive.ts` writes it. */
  packages: Bytes;
  /** Python sources of our own, by their path under site-packages: stand-ins and the package `afterstop`. */
  sources: Record<string, string>;
  /** A snapshot that an earlier start of these very assets kept. */
  snapshot?: Bytes;
}

/** Where snapshots are kept. Without one the start is plain, and nothing is kept. */
export interface Keeper {
  keep(snapshot: Uint8Array<ArrayBuffer>): void;
  /** The snapshot that was given does not start. */
  drop(reason: string): void;
}

/** JavaScript modules that Python may import by these names. */
export type JsModules = Record<string, object>;

export interface Options {
  keeper?: Keeper;
  /** For Python to import. */
  modules?: JsModules;
  /** What is compiled already; what is not is added. */
  wasm?: Wasm;
}

/**
 * A started interpreter: `mcp` and `afterstop.engine` imported, every package and stand-in importable.
 *
 * With a keeper, every interpreter that a program meets comes from a snapshot: a first start takes one and
 * starts from it at once, which proves it before it is kept. A snapshot that fails costs time, nothing else.
 */
export async function start(
  assets: Assets,
  progress: (step: BootStep) => void,
  { keeper, modules = {}, wasm = new Wasm() }: Options = {},
): Promise<Pyodide> {
  const pyodide =
    (await restored(assets, progress, wasm, keeper)) ??
    (await plain(assets, progress, wasm, keeper));
  for (const [name, module] of Object.entries(modules)) pyodide.registerJsModule(name, module);
  progress({ name: 'ready', done: 1 });
  return pyodide;
}

type Packages = Pick<Assets, 'packages' | 'sources'>;

/** What lies in site-packages, all of it read. */
export const filesOf = async ({ packages, sources }: Packages): Promise<Contents> =>
  withSources(readArchive(await bytesOf(packages)), sources);

/** The same, where most of it will not be asked for: what it held is in a snapshot's memory. */
const filesLaterOf = async ({ packages, sources }: Packages): Promise<Contents> =>
  packages instanceof Blob
    ? withSources(await openArchive(packages), sources)
    : filesOf({ packages, sources });

function withSources(files: Contents, sources: Assets['sources']): Contents {
  const encoder = new TextEncoder();
  const ours = Object.entries(sources).map(([path, text]) => [path, encoder.encode(text)] as const);
  return new Map([...files, ...ours]);
}

async function restored(
  assets: Assets,
  progress: (step: BootStep) => void,
  wasm: Wasm,
  keeper?: Keeper,
): Promise<Pyodide | null> {
  if (!assets.snapshot) return null;
  progress({ name: 'restore' });
  try {
    return await restore(assets, filesLaterOf(assets), wasm, assets.snapshot);
  } catch (error) {
    keeper?.drop(String(error));
    return null;
  }
}

async function plain(
  assets: Assets,
  progress: (step: BootStep) => void,
  wasm: Wasm,
  keeper?: Keeper,
): Promise<Pyodide> {
  const files = filesOf(assets);
  progress({ name: 'start' });
  const pyodide = await startPython(assets, files, {
    toSnapshot: keeper !== undefined,
    modules: wasm,
  });
  progress({ name: 'import' });
  // The engine's own package comes first: threads must lie under `_thread` before anything asks for them.
  pyodide.runPython('import afterstop');
  pyodide.runPython(IMPORTS);
  pyodide.runPython('import afterstop.engine');
  if (!keeper) return pyodide;
  progress({ name: 'keep' });
  try {
    const snapshot = takeSnapshot(pyodide);
    const second = await restore(assets, files, wasm, snapshot);
    keeper.keep(snapshot);
    return second;
  } catch (error) {
    keeper.drop(String(error));
    return pyodide;
  }
}

async function restore(
  assets: Runtime,
  files: Promise<Contents>,
  wasm: Wasm,
  snapshot: Bytes,
): Promise<Pyodide> {
  const pyodide = await startPython(assets, files, {
    picture: readSnapshot(snapshot),
    modules: wasm,
  });
  wake(pyodide);
  return pyodide;
}
