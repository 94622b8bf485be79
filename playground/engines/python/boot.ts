import type { BootStep } from '../engine.ts';
import { readArchive, type Files } from './archive.ts';
import { bytesOf, type Bytes } from './bytes.ts';
import { IMPORTS } from './imports.ts';
import { startPython, type Pyodide, type Runtime } from './interpreter.ts';
import { takeSnapshot, wake } from './snapshot.ts';

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

/**
 * A started interpreter: `mcp` and `afterstop.engine` imported, every package and stand-in importable.
 *
 * With a keeper, every interpreter that a program meets comes from a snapshot: a first start takes one and
 * starts from it at once, which proves it before it is kept. A snapshot that fails costs time, nothing else.
 */
export async function start(
  assets: Assets,
  progress: (step: BootStep) => void,
  { keeper, modules = {} }: { keeper?: Keeper; modules?: JsModules } = {},
): Promise<Pyodide> {
  const files = filesOf(assets);
  const pyodide =
    (await restored(assets, files, progress, keeper)) ??
    (await plain(assets, files, progress, keeper));
  for (const [name, module] of Object.entries(modules)) pyodide.registerJsModule(name, module);
  progress({ name: 'ready', done: 1 });
  return pyodide;
}

/** What lies in site-packages. */
export async function filesOf({ packages, sources }: Assets): Promise<Files> {
  const files = readArchive(await bytesOf(packages));
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(sources)) files.set(path, encoder.encode(text));
  return files;
}

async function restored(
  assets: Assets,
  files: Promise<Files>,
  progress: (step: BootStep) => void,
  keeper?: Keeper,
): Promise<Pyodide | null> {
  if (!assets.snapshot) return null;
  progress({ name: 'restore' });
  try {
    return await restore(assets, files, bytesOf(assets.snapshot));
  } catch (error) {
    keeper?.drop(String(error));
    return null;
  }
}

async function plain(
  assets: Assets,
  files: Promise<Files>,
  progress: (step: BootStep) => void,
  keeper?: Keeper,
): Promise<Pyodide> {
  progress({ name: 'start' });
  const pyodide = await startPython(assets, files, { toSnapshot: keeper !== undefined });
  progress({ name: 'import' });
  // The engine's own package comes first: threads must lie under `_thread` before anything asks for them.
  pyodide.runPython('import afterstop');
  pyodide.runPython(IMPORTS);
  pyodide.runPython('import afterstop.engine');
  if (!keeper) return pyodide;
  progress({ name: 'keep' });
  try {
    const snapshot = takeSnapshot(pyodide);
    const second = await restore(assets, files, snapshot);
    keeper.keep(snapshot);
    return second;
  } catch (error) {
    keeper.drop(String(error));
    return pyodide;
  }
}

async function restore(
  assets: Runtime,
  files: Promise<Files>,
  snapshot: Uint8Array | Promise<Uint8Array>,
): Promise<Pyodide> {
  const pyodide = await startPython(assets, files, { snapshot });
  wake(pyodide);
  return pyodide;
}
