// Every check and test of the project in one go, and one line that counts them all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../e2e/browser.ts';
import { byKind, readPlaywright, readVitest, slowest, type FileReport } from './report.ts';

const results = mkdtempSync(join(tmpdir(), 'results-'));
const total = { passed: 0, failed: 0 };
const files: FileReport[] = [];
const parts: [title: string, seconds: number][] = [];

type Env = Record<string, string>;

function run(title: string, args: string[], env: Env = {}): boolean {
  console.log(`\n== ${title}`);
  const began = performance.now();
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  parts.push([title, (performance.now() - began) / 1000]);
  return status === 0;
}

function count(passed: number, failed: number): void {
  total.passed += passed;
  total.failed += failed;
}

/** A check is one test: it holds or it does not. */
const check = (title: string, args: string[]): void =>
  run(title, args) ? count(1, 0) : count(0, 1);

/** Run tests that write a report, and count each. */
function counted(
  title: string,
  args: string[],
  report: string,
  read: (report: unknown) => FileReport[],
  env?: Env,
): void {
  const ok = run(title, args, env);
  let reported: FileReport[] = [];
  try {
    reported = read(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    // The runner broke before it could write: counted as one failure below.
  }
  const sum = (name: 'passed' | 'failed') => reported.reduce((all, file) => all + file[name], 0);
  const broke = (!ok && sum('failed') === 0) || sum('passed') === 0;
  files.push(...reported);
  count(sum('passed'), sum('failed') + (broke ? 1 : 0));
}

check('format', ['prettier', '--check', '--log-level', 'warn', '.']);
check('types of the pages', ['astro', 'check']);
check('types', ['tsc', '--noEmit']);
const unit = join(results, 'unit.json');
counted(
  'unit tests',
  [
    ...['vitest', 'run', '--config', 'playground/vitest.config.ts'],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${unit}`],
  ],
  unit,
  (report) => readVitest(report, process.cwd()),
);
check('build', ['astro', 'build']);
ensureBrowser();
const e2e = join(results, 'e2e.json');
counted(
  'end-to-end tests',
  ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  e2e,
  readPlaywright,
  { E2E_JSON: e2e },
);

const row = (figure: string, what: string) => console.log(`${figure.padStart(8)}  ${what}`);
console.log('\n== Tests by kind');
for (const [kind, passed] of byKind(files)) row(String(passed), kind);
console.log('\n== Time by part');
for (const [title, seconds] of parts) row(`${seconds.toFixed(0)} s`, title);
console.log('\n== The ten slowest files');
for (const { file, seconds } of slowest(files, 10)) row(`${seconds.toFixed(1)} s`, file);

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
