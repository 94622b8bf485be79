import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { benchCompile } from './compile.ts';
import { line, median, quantile, type Figure } from './figure.ts';
import { keep } from './keep.ts';
import { benchKernel } from './kernel.ts';
import { benchProveAll } from './proveAll.ts';
import { benchPythonStart } from './pythonStart.ts';
import { benchPythonTraced } from './pythonTraced.ts';
import { benchRunClick } from './runClick.ts';
import { Site } from './site.ts';
import { benchStopAll } from './stopAll.ts';
import { benchStopClick } from './stopClick.ts';
import { benchPythonTransports, benchTransports } from './transports.ts';
import { benchVirtual } from './virtual.ts';

/**
 * `npm run bench`, or `npm run bench -- kernel compile` for some of it. Prints each figure with its ratio to
 * the goal or to the rival of the same run, and writes all of it to `bench-results/`. The load of the machine
 * stands beside it: figures of a busy machine are worth little. With `--keep` they become those that the site
 * shows.
 */
const sites: Promise<Site>[] = [];
const opened = (): Promise<Site> => {
  if (sites.length === 0) sites.push(Site.open());
  return sites[0]!;
};

const benches: Record<string, () => Promise<Figure[]>> = {
  kernel: benchKernel,
  virtual: async () => benchVirtual(await opened()),
  transports: async () => benchTransports(await opened()),
  'stop-all': benchStopAll,
  compile: benchCompile,
  'stop-click': async () => benchStopClick(await opened()),
  'python-traced': benchPythonTraced,
  'python-transports': benchPythonTransports,
  'python-start': async () => benchPythonStart(await opened()),
  'prove-all': async () => benchProveAll(await opened()),
  'run-click': async () => benchRunClick(await opened()),
};

const keeps = process.argv.includes('--keep');
const wanted = process.argv.slice(2).filter((word) => word !== '--keep');
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  throw new Error(`No bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
}

const load = (): string => loadavg()[0]!.toFixed(1);
const results: unknown[] = [];
console.log(
  `Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model}, load ${load()}`,
);
try {
  for (const [bench, measure] of Object.entries(benches)) {
    if (wanted.length > 0 && !wanted.includes(bench)) continue;
    const before = load();
    const figures = await measure();
    console.log(`\n${bench} (load ${before} before, ${load()} after)`);
    if (keeps) keep(bench, [before, load()], figures);
    for (const figure of figures) {
      console.log(`  ${line(figure)}`);
      results.push({ bench, load: [before, load()], ...asData(figure) });
    }
  }
} finally {
  for (const site of sites) await (await site).close();
}

const folder = new URL('../../bench-results/', import.meta.url);
mkdirSync(folder, { recursive: true });
const file = new URL(`${new Date().toISOString().replaceAll(':', '-')}.json`, folder);
writeFileSync(file, `${JSON.stringify({ node: process.versions.node, results }, null, 1)}\n`);

function asData({ rival, ...figure }: Figure): object {
  return {
    ...figure,
    median: median(figure.samples),
    p95: quantile(figure.samples, 0.95),
    rival: rival && { name: rival.name, median: median(rival.samples) },
  };
}
