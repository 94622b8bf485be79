import type { Result, Results } from './suites.ts';

export interface Verdict {
  /** Tests that pass on native CPython. */
  goal: number;
  /** Those of them that pass here. */
  passed: number;
  /** Those that do not, each for a reason that is known. */
  excepted: { test: string; reason: string }[];
  /** What must not be: it fails the run. */
  faults: string[];
}

/** What passes on CPython passes here, but for the exceptions; and an exception that passes is none. */
export function judge(
  results: Results,
  native: readonly string[],
  exceptions: Readonly<Record<string, string>>,
): Verdict {
  const failed = ({ outcome }: Result): boolean =>
    outcome === 'failed' || outcome === 'hung' || outcome === 'crashed';
  const passes = (test: string): boolean => results.get(test)?.outcome === 'passed';
  const short = native.filter((test) => !passes(test));
  const extra = [...results].filter(([, result]) => failed(result)).map(([test]) => test);
  const open = [...new Set([...short, ...extra])];
  const isExcepted = (test: string): boolean => Object.hasOwn(exceptions, test);
  return {
    goal: native.length,
    passed: native.length - short.length,
    excepted: open.filter(isExcepted).map((test) => ({ test, reason: exceptions[test]! })),
    faults: [
      ...open.filter((test) => !isExcepted(test)).map((test) => told(test, results.get(test))),
      ...Object.keys(exceptions)
        .filter((test) => !open.includes(test))
        .map((test) => `${test}: is listed as an exception and is none`),
    ],
  };
}

const told = (test: string, result: Result | undefined): string =>
  result ? `${test}: ${result.outcome}\n${result.detail}` : `${test}: was not run`;
