import { readFileSync } from 'node:fs';

/** Test modules in a peer's released sources. */
export interface Suite {
  /** The folder that the sources unpack to, and the first part of each test's name. */
  folder: string;
  modules: string[];
  /** An expression of pytest's (`-k`) that says which tests; empty for all. */
  only: string;
}

/** What became of one test. `hung` and `crashed` are ended from outside. */
export interface Result {
  outcome: 'passed' | 'skipped' | 'failed as expected' | 'failed' | 'hung' | 'crashed';
  detail: string;
}

/** By the test's name: folder, file and pytest's id. */
export type Results = Map<string, Result>;

const data = <Value>(name: string): Value =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as Value;

export const suites: Suite[] = data('suites.json');

/** Tests that pass on native CPython and cannot here, with the reason. */
export const exceptions: Record<string, string> = data('exceptions.json');

/** Seen on native CPython by `native.ts`: the names of the tests that pass. */
export const native = (): { python: string; passed: string[] } => data('native.json');
