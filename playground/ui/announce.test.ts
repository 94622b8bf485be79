import { expect, test } from 'vitest';
import type { Run, Snapshot } from '../session/index.ts';
import { announcement } from './announce.ts';

const script = { transport: { kind: 'memory' }, calls: [], acts: [] } as const;
const run: Run = {
  id: 1,
  script: { ...script, calls: [], acts: [] },
  clock: 'real',
  program: { language: 'typescript', source: '' },
  events: [],
  end: null,
  killed: false,
  now: 0.6,
};
const snapshot: Snapshot = {
  state: 'running',
  booting: null,
  startFailed: false,
  engine: null,
  server: null,
  diagnostics: [],
  run,
  unresponsive: false,
  notice: null,
};
const ended = (outcome: 'ended' | 'failed' | 'deadlocked', message?: string): Snapshot => ({
  ...snapshot,
  state: 'ended',
  run: { ...run, end: { outcome, message, t: 0.6, script: run.script } },
});

test('a run is announced when it starts and when it ends, with how', () => {
  expect(announcement(snapshot, 'order_book')).toBe('order_book runs.');
  expect(announcement(ended('ended'), 'order_book')).toBe('order_book ended after 0.60 s.');
  expect(announcement(ended('failed', 'boom'), 'order_book')).toBe('order_book failed: boom.');
  expect(announcement(ended('deadlocked'), 'order_book')).toContain('waits for ever');
});

test('a kill is no end, and says what did not happen', () => {
  const killed: Snapshot = { ...snapshot, state: 'crashed', run: { ...run, killed: true } };
  expect(announcement(killed, 'order_book')).toBe('order_book was killed. No finally ran.');
});

test('nothing is said where nothing happens', () => {
  expect(announcement({ ...snapshot, state: 'ready', run: null }, 'order_book')).toBe('');
});
