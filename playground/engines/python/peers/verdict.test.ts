import { expect, test } from 'vitest';
import { locked } from '../wheels.ts';
import { archives } from './archives.ts';
import { exceptions, native, suites, type Result, type Results } from './suites.ts';
import { judge } from './verdict.ts';

const results = (outcomes: Record<string, Result['outcome']>): Results =>
  new Map(
    Object.entries(outcomes).map(([name, outcome]) => [name, { outcome, detail: 'why' }] as const),
  );

test('what passes on CPython and here is counted', () => {
  const verdict = judge(results({ a: 'passed', b: 'passed', c: 'skipped' }), ['a', 'b'], {});
  expect(verdict).toEqual({ goal: 2, passed: 2, excepted: [], faults: [] });
});

test('a failure is a fault unless it is listed, whatever CPython does', () => {
  const seen = results({ a: 'failed', b: 'hung', c: 'crashed', d: 'skipped' });
  const verdict = judge(seen, ['a', 'b', 'd'], { b: 'a real socket' });
  expect(verdict).toMatchObject({ goal: 3, passed: 0 });
  expect(verdict.excepted).toEqual([{ test: 'b', reason: 'a real socket' }]);
  expect(verdict.faults).toEqual(['a: failed\nwhy', 'd: skipped\nwhy', 'c: crashed\nwhy']);
});

test('a test that was not run is a fault', () => {
  expect(judge(results({}), ['a'], {}).faults).toEqual(['a: was not run']);
});

test('an exception that passes is a fault, and one that names no test', () => {
  const listed = { a: 'a real socket', gone: 'a real socket' };
  expect(judge(results({ a: 'passed' }), ['a'], listed).faults).toEqual([
    'a: is listed as an exception and is none',
    'gone: is listed as an exception and is none',
  ]);
});

test('the sources are those of the vendored wheels', () => {
  for (const { folder } of suites) {
    const source = archives().find(({ file }) => file === `${folder}.tar.gz`);
    const wheel = locked().find(({ name }) => name === source?.name);
    expect(wheel?.version).toBe(source?.version);
  }
});

test('each exception is a test that passes on CPython', () => {
  const { passed } = native();
  for (const name of Object.keys(exceptions)) expect(passed).toContain(name);
});
