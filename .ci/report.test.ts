import { expect, test } from 'vitest';
import { byKind, readPlaywright, readVitest, slowest } from './report.ts';

const vitest = {
  testResults: [
    {
      name: '/root/playground/kernel/loop.test.ts',
      status: 'passed',
      startTime: 1000,
      endTime: 3500,
      assertionResults: [{ status: 'passed' }, { status: 'passed' }, { status: 'skipped' }],
    },
    {
      name: '/root/src/broken.test.ts',
      status: 'failed',
      startTime: 0,
      endTime: 1,
      assertionResults: [],
    },
  ],
};

const playwright = {
  suites: [
    {
      file: 'share.spec.ts',
      specs: [{ tests: [{ status: 'expected', results: [{ duration: 500 }] }] }],
      suites: [
        {
          file: 'share.spec.ts',
          specs: [
            { tests: [{ status: 'flaky', results: [{ duration: 1000 }, { duration: 2000 }] }] },
            { tests: [{ status: 'skipped', results: [] }] },
          ],
        },
      ],
    },
  ],
};

test('a file that breaks before its first test is a failure; a skipped test is neither', () => {
  expect(readVitest(vitest, '/root')).toEqual([
    { file: 'playground/kernel/loop.test.ts', passed: 2, failed: 0, seconds: 2.5 },
    { file: 'src/broken.test.ts', passed: 0, failed: 1, seconds: 0.001 },
  ]);
});

test('a test that passes only when tried again has failed', () => {
  expect(readPlaywright(playwright)).toEqual([
    { file: 'e2e/share.spec.ts', passed: 1, failed: 1, seconds: 3.5 },
  ]);
});

test('the slowest files first, and tests counted by kind', () => {
  const files = [...readVitest(vitest, '/root'), ...readPlaywright(playwright)];
  expect(slowest(files, 2).map(({ file }) => file)).toEqual([
    'e2e/share.spec.ts',
    'playground/kernel/loop.test.ts',
  ]);
  expect(byKind(files)).toEqual([
    ['e2e share', 1],
    ['unit playground/kernel', 2],
    ['unit src', 0],
  ]);
});
