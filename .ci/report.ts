// What the JSON reports of Vitest and Playwright say: how many tests passed, of what kind, and which files took longest.

/** One file of tests. */
export interface FileReport {
  file: string;
  passed: number;
  failed: number;
  /** What its tests took, added up. */
  seconds: number;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { status: string }[];
  }[];
}

/** A file that breaks before its first test counts as one failure. */
export function readVitest(report: unknown, root: string): FileReport[] {
  return (report as VitestReport).testResults.map((one) => {
    const count = (status: string) =>
      one.assertionResults.filter((test) => test.status === status).length;
    const failed = count('failed');
    return {
      file: one.name.replace(`${root}/`, ''),
      passed: count('passed'),
      failed: one.status === 'failed' && failed === 0 ? 1 : failed,
      seconds: (one.endTime - one.startTime) / 1000,
    };
  });
}

interface Suite {
  file: string;
  suites?: Suite[];
  specs?: { tests: { status: string; results: { duration: number }[] }[] }[];
}

/** A test that was skipped is neither passed nor failed. */
export function readPlaywright(report: unknown): FileReport[] {
  return (report as { suites: Suite[] }).suites.map((suite) => {
    const tests = testsOf(suite);
    const count = (...statuses: string[]) =>
      tests.filter(({ status }) => statuses.includes(status)).length;
    const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration));
    return {
      file: `e2e/${suite.file}`,
      passed: count('expected'),
      failed: count('unexpected', 'flaky'),
      seconds: durations.reduce((sum, one) => sum + one, 0) / 1000,
    };
  });
}

const testsOf = ({
  specs = [],
  suites = [],
}: Suite): { status: string; results: { duration: number }[] }[] => [
  ...specs.flatMap(({ tests }) => tests),
  ...suites.flatMap(testsOf),
];

/** The tests by what they try: an end-to-end spec is a kind of its own, unit tests go by folder. */
export function byKind(files: readonly FileReport[]): [kind: string, passed: number][] {
  const kinds = new Map<string, number>();
  for (const { file, passed } of files) {
    const kind = kindOf(file);
    kinds.set(kind, (kinds.get(kind) ?? 0) + passed);
  }
  return [...kinds].sort(([a], [b]) => a.localeCompare(b));
}

function kindOf(file: string): string {
  const recordings = /engines\/(\w+)\/recordings\.test/.exec(file);
  if (recordings) return `recordings, ${recordings[1]}`;
  if (file.includes('verify/claims.test')) return 'claims, both engines';
  if (file.includes('/conformance/')) return 'MCP conformance';
  if (file.startsWith('e2e/') && file.endsWith('.spec.ts')) return `e2e ${file.slice(4, -8)}`;
  const folders = file.split('/').slice(0, -1);
  return `unit ${folders.slice(0, folders[1] === 'engines' ? 3 : 2).join('/')}`;
}

export const slowest = (files: readonly FileReport[], count: number): FileReport[] =>
  files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
