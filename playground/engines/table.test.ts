import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordings } from './testing.ts';
import { rowFor } from './table.ts';

const content = new URL('../../content/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, content), 'utf8');
const index = JSON.parse(read('recordings/index.json')) as { traces: { file: string }[] };
const entries = recordings().map((native) => rowFor(native));

test('every recording that was made is there, and has a row or a reason', () => {
  const named = entries.map(({ recording }) => `${recording}.json`);
  expect(named).toEqual(index.traces.map(({ file }) => file).sort());
  expect(entries.length).toBeGreaterThanOrEqual(432);
});

test('every row plays a program that exists in both languages, with the edits it names', () => {
  for (const entry of entries) {
    if ('reason' in entry) continue;
    for (const file of ['example.json', 'server.py', 'server.ts'])
      expect(existsSync(new URL(`examples/${entry.example}/${file}`, content))).toBe(true);
  }
});

test('only these recordings have no row', () => {
  const without = entries.flatMap((entry) => ('reason' in entry ? [entry.recording] : []));
  expect(without).toEqual([
    'memory-legacy/never_asks.disconnect',
    'memory-legacy/order_book.disconnect',
    'memory-legacy/order_book_hang.disconnect',
    'memory-legacy/rebuild_index.disconnect',
    'memory/never_asks.task',
    'memory/order_book.task',
    'memory/order_book_unshielded.task',
    'memory/rebuild_index.task',
    'memory/two_awaits_in_finally.task',
  ]);
});
