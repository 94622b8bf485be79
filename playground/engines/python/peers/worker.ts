/** A worker that runs one suite in the engine, on the real clock, and tells of each test as it goes on. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { PyCallable } from 'pyodide/ffi';
import { start, type Pyodide } from '../boot.ts';
import { ciphers } from '../ciphers.ts';
import { Host } from '../host.ts';
import { nodeAssets } from '../testing.ts';
import { readZip } from '../zip.ts';
import type { Result, Suite } from './suites.ts';

export interface Job {
  suite: Suite;
  /** Paths of the archives of sources and test tools. */
  archives: string[];
  /** Tests that have been run already. */
  without: string[];
}

export type Told =
  | { kind: 'started'; test: string }
  | { kind: 'ended'; test: string; result: Result }
  /** pytest's exit code, and all that it printed. */
  | { kind: 'over'; code: number; printed: string };

const { suite, archives, without } = workerData as Job;
const tell = (told: Told): void => parentPort?.postMessage(told);

async function main(): Promise<void> {
  const assets = await nodeAssets();
  Object.assign(assets.sources, early());
  const pyodide = await start(assets, () => {}, { modules: ciphers });
  const printed: string[] = [];
  const print = { batched: (line: string) => void printed.push(line) };
  pyodide.setStdout(print);
  pyodide.setStderr(print);
  put(pyodide, '/peers/suite.py', fileURLToPath(new URL('suite.py', import.meta.url)));
  const standins = fileURLToPath(new URL('standins/', import.meta.url));
  for (const path of globSync('**/*.py', { cwd: standins }))
    put(pyodide, `/standins/${path}`, standins + path);
  for (const path of archives) put(pyodide, `/archives/${basename(path)}`, path);

  const engine = pyodide.pyimport('afterstop.engine') as { install(host: Host): string };
  engine.install(new Host());
  const run = pyodide.runPython(RUN) as PyCallable;
  const { folder, modules, only } = suite;
  const code: unknown = await run.callPromising(new Host(), folder, modules, only, without, report);
  tell({ kind: 'over', code: Number(code), printed: printed.join('\n') });
}

const report = (test: string, outcome: Result['outcome'] | 'started', detail: string): void =>
  tell(
    outcome === 'started'
      ? { kind: 'started', test }
      : { kind: 'ended', test, result: { outcome, detail } },
  );

const RUN = `
import os, sys
sys.path.append("/peers")

def run(host, folder, modules, only, without, report):
    import suite
    from afterstop.session import Session
    suite.read_unseen()
    suite.unpack([f"/archives/{name}" for name in os.listdir("/archives")], "/peers")
    sys.path += suite.places("/peers", "/standins")
    with Session(host, "real"):
        return suite.run(f"/peers/{folder}", modules.to_py(), only, set(without.to_py()), report)

run
`;

/** Sniffio's files: AnyIO looks for it once, when it is imported. */
function early(): Record<string, string> {
  const wheel = archives.find((path) => basename(path).startsWith('sniffio-'));
  const files = wheel === undefined ? [] : readZip(readFileSync(wheel));
  return Object.fromEntries([...files].map(([path, bytes]) => [path, bytes.toString('utf8')]));
}

function put({ FS }: Pyodide, path: string, from: string): void {
  FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  FS.writeFile(path, readFileSync(from));
}

// Not awaited: where everything waits for ever, the worker just ends.
void main();
