/**
 * `npm run test:peers`: the tests of AnyIO and of the SDK, of the vendored versions, inside the engine.
 *
 * Their sources are fetched (`archives.json`) and run unmodified, but for what their `conftest.py` names and
 * these tests never touch (`standins/`). What passes on native CPython passes here, or is listed with its
 * reason in `exceptions.json`.
 */
import { fetchArchives } from './archives.ts';
import { play } from './play.ts';
import { exceptions, native, suites, type Results } from './suites.ts';
import { judge } from './verdict.ts';

const archives = fetchArchives();
const results: Results = new Map();
for (const suite of suites) {
  const played = await play(suite, archives);
  for (const [test, result] of played) results.set(test, result);
  const passed = [...played.values()].filter(({ outcome }) => outcome === 'passed').length;
  console.log(`${suite.folder}: ${passed} passed of ${played.size}`);
}

const { python, passed: goal } = native();
const verdict = judge(results, goal, exceptions);
for (const fault of verdict.faults) console.error(`\n${fault}`);
console.log(
  `\n${verdict.passed} of ${verdict.goal} pass here that pass on CPython ${python}; ` +
    `exceptions: ${verdict.excepted.length}`,
);
for (const { test, reason } of verdict.excepted) console.log(`  ${test}\n    ${reason}`);
if (verdict.faults.length > 0) {
  console.error(`${verdict.faults.length} faults, told above`);
  process.exitCode = 1;
}
