// Every check and test of the project in one go, and one line that counts them all.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from '../e2e/browser.ts';

const results = mkdtempSync(join(tmpdir(), 'results-'));
const unitJson = join(results, 'unit.json');
const e2eJson = join(results, 'e2e.json');
const total = { passed: 0, failed: 0 };

type Env = Record<string, string>;
type Figures = { passed: number; failed: number };

function run(title: string, args: string[], env: Env = {}): boolean {
  console.log(`\n== ${title}`);
  const { status } = spawnSync('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } });
  return status === 0;
}

function count(passed: number, failed: number): void {
  total.passed += passed;
  total.failed += failed;
}

/** A check is one test: it holds or it does not. */
const check = (title: string, args: string[]): void =>
  run(title, args) ? count(1, 0) : count(0, 1);

function counted<Report>(
  title: string,
  args: string[],
  file: string,
  read: (report: Report) => Figures,
  env?: Env,
): void {
  const ok = run(title, args, env);
  let figures = { passed: 0, failed: 0 };
  try {
    figures = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch {
    // The runner broke before it could write: counted as one failure below.
  }
  if (!ok && figures.failed === 0) figures.failed = 1;
  if (ok && figures.passed === 0) figures.failed += 1;
  count(figures.passed, figures.failed);
}

check('format', ['prettier', '--check', '--log-level', 'warn', '.']);
check('types of the pages', ['astro', 'check']);
check('types', ['tsc', '--noEmit']);
counted(
  'unit tests',
  [
    'vitest',
    'run',
    '--config',
    'playground/vitest.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitJson}`,
  ],
  unitJson,
  (json: { numPassedTests: number; numFailedTests: number }) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
  }),
);
check('build', ['astro', 'build']);
ensureBrowser();
counted(
  'end-to-end tests',
  ['playwright', 'test', '--config', 'e2e/playwright.config.ts'],
  e2eJson,
  ({ stats }: { stats: Record<'expected' | 'unexpected' | 'flaky', number> }) => {
    if (stats.flaky > 0) console.log(`${stats.flaky} passed only when tried again (listed above)`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  },
  { E2E_JSON: e2eJson },
);

console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);
