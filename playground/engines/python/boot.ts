import type { BootStep } from '../engine.ts';
import { readArchive } from './archive.ts';
import { bytesOf, type Bytes } from './bytes.ts';
import { startPython, type Pyodide, type Runtime } from './interpreter.ts';

export type { Pyodide } from './interpreter.ts';

/** All that the engine starts from. Nothing else is fetched, by anyone, ever. */
export interface Assets extends Runtime {
  /** The vendored wheels, unpacked, with byte code: an archive as `archive.ts` writes it. */
  packages: Bytes;
  /** Python sources of our own, by their path under site-packages: stand-ins and the package `afterstop`. */
  sources: Record<string, string>;
}

/**
 * What a run needs is imported at the start. The engine's own package comes first of all: it puts threads
 * under `_thread`, which must be there before anything imports `threading`'s clients.
 */
export const IMPORTS = `
import afterstop
import mcp.server, mcp.client, anyio._backends._asyncio
from mcp import Client
from mcp.server import MCPServer
`;

/** A started interpreter: packages, stand-ins and `afterstop` importable, `mcp` imported. */
export async function start(assets: Assets, progress: (step: BootStep) => void): Promise<Pyodide> {
  progress({ name: 'start' });
  const files = readArchive(await bytesOf(assets.packages));
  const encoder = new TextEncoder();
  for (const [path, text] of Object.entries(assets.sources)) files.set(path, encoder.encode(text));
  const pyodide = await startPython(assets, files);
  progress({ name: 'import' });
  pyodide.runPython(IMPORTS);
  progress({ name: 'ready', done: 1 });
  return pyodide;
}
