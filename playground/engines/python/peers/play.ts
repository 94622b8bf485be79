import { Worker } from 'node:worker_threads';
import type { Results, Suite } from './suites.ts';
import type { Job, Told } from './worker.ts';

/** Seconds without a word after which a test has hung, or the interpreter does not start. */
const PATIENCE = 120;

/**
 * Runs a suite in the engine. A test that hangs, or takes the interpreter with it, is one result; the others
 * then run in an interpreter of their own.
 */
export async function play(suite: Suite, archives: string[]): Promise<Results> {
  const results: Results = new Map();
  for (;;) {
    const without = [...results.keys()];
    if ((await playOnce({ suite, archives, without }, results)) === 'over') return results;
    if (results.size === without.length) throw new Error(`No test of ${suite.folder} ran.`);
  }
}

function playOnce(job: Job, results: Results): Promise<'over' | 'broken'> {
  const { promise, resolve, reject } = Promise.withResolvers<'over' | 'broken'>();
  const worker = new Worker(new URL('worker.ts', import.meta.url), { workerData: job });
  let running: string | null = null;
  const broken = (outcome: 'hung' | 'crashed', detail: string): void => {
    if (running === null) return reject(new Error(`${job.suite.folder}: ${detail}`));
    results.set(running, { outcome, detail });
    resolve('broken');
  };
  const timer = setTimeout(() => broken('hung', `no end in ${PATIENCE} s`), PATIENCE * 1000);
  worker.on('message', (told: Told) => {
    timer.refresh();
    switch (told.kind) {
      case 'started':
        running = told.test;
        break;
      case 'ended':
        results.set(told.test, told.result);
        running = null;
        break;
      case 'over':
        // 0: all passed, 1: some failed, 5: none was left to run. All else is a fault in how this was called.
        if ([0, 1, 5].includes(told.code)) resolve('over');
        else reject(new Error(`pytest ended with ${told.code}:\n${told.printed}`));
    }
  });
  worker.on('error', (error) => broken('crashed', String(error)));
  worker.on('exit', () => broken('hung', 'everything waits, and nothing can come'));
  return promise.finally(() => {
    clearTimeout(timer);
    worker.removeAllListeners();
    return worker.terminate();
  });
}
