/**
 * `node native.ts [python]`: what passes on native CPython, written to `native.json`.
 *
 * Makes a virtual environment of that Python (`python3`, or the one named) with the vendored versions, and runs
 * the same tests in the same way. To be run after a change of versions or suites.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { archives, fetchArchives } from './archives.ts';
import { suites } from './suites.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** No byte code beside the sources of this repository. */
const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: here('.') };
const folder = mkdtempSync(join(tmpdir(), 'peers-native-'));
const python = join(folder, 'environment/bin/python');
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env });

try {
  run(process.argv[2] ?? 'python3', '-m', 'venv', join(folder, 'environment'));
  const pins = archives().map(({ name, version }) => `${name}==${version}`);
  // Trio is what one of the SDK's tests runs on.
  run(python, '-m', 'pip', 'install', '--quiet', ...pins, 'trio');
  const sources = fetchArchives().filter((path) => path.endsWith('.tar.gz'));
  const passed = join(folder, 'passed');
  const unpack = 'import sys, suite; suite.unpack(sys.argv[2:], sys.argv[1])';
  run(python, '-c', unpack, folder, ...sources);
  for (const suite of suites) {
    const { modules, only } = suite;
    const root = join(folder, suite.folder);
    console.log(
      run(python, here('native.py'), root, modules.join(), only, here('standins'), passed),
    );
  }
  const tests = readFileSync(passed, 'utf8').trim().split('\n');
  const seen = {
    python: run(python, '-c', 'import platform; print(platform.python_version())').trim(),
    passed: tests.map((line) => JSON.parse(line) as string).sort(),
  };
  writeFileSync(here('native.json'), `${JSON.stringify(seen, null, 2)}\n`);
  console.log(`${seen.passed.length} tests pass on CPython ${seen.python}`);
} finally {
  rmSync(folder, { recursive: true });
}
