/**
 * `npm run wheels`: fetch every wheel that `wheels.lock.json` names and write the lock anew. To change a
 * version, or to add a package, edit its name and version there and run this. Python's pip does the work,
 * with whatever index it is set up for. Nothing is resolved: what is not in the lock does not come in.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  copyFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folder, licenceOf, locked, lockFile, type Wheel } from './wheels.ts';
import { readZip } from './zip.ts';

/** What Pyodide 314 runs: CPython 3.14, and compiled code for this platform only. */
const target = ['--python-version', '3.14', '--implementation', 'cp', '--only-binary=:all:'];
const tags = ['--platform', 'pyemscripten_2026_0_wasm32', '--platform', 'any', '--abi', 'cp314'];

const canonical = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

const wanted = locked();
const fetched = mkdtempSync(join(tmpdir(), 'wheels-'));
const pins = wanted.map(({ name, version }) => `${name}==${version}`);
execFileSync(
  'python3',
  [
    '-m',
    'pip',
    'download',
    '--no-deps',
    '--dest',
    fetched,
    ...target,
    ...tags,
    '--abi',
    'none',
    ...pins,
  ],
  { stdio: 'inherit' },
);

const files = readdirSync(fetched);
const wheels = wanted.map(({ name, version }): Wheel => {
  const file = files.find((one) => canonical(one.split('-')[0] ?? '') === canonical(name));
  if (file === undefined) throw new Error(`pip brought no wheel of ${name} ${version}.`);
  const bytes = readFileSync(join(fetched, file));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { name, version, file, sha256, licence: licenceOf(readZip(bytes)) };
});

for (const file of readdirSync(folder)) rmSync(folder + file);
for (const { file } of wheels) copyFileSync(join(fetched, file), folder + file);
rmSync(fetched, { recursive: true });
writeFileSync(lockFile, `${JSON.stringify(wheels, null, 2)}\n`);
console.log(`${wheels.length} wheels, ${lockFile}`);
