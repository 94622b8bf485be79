import { expect, test } from 'vitest';
import type { TraceEvent } from './event.ts';
import { outputTail } from './output.ts';

const print = (text: string, t = 0): TraceEvent => ({
  kind: 'output',
  t,
  who: 'tool',
  stream: 'stdout',
  text,
});

test('lines are split, and a last line end is no line', () => {
  const { lines, earlier } = outputTail([print('a\nb\n'), print('c'), print('')], 10);
  expect(lines.map(({ text }) => text)).toEqual(['a', 'b', 'c', '']);
  expect(earlier).toBe(0);
});

test('the last of 100,000 lines, and how many came before', () => {
  const events = Array.from({ length: 50_000 }, (_, index) => print(`${index}\nmore\n`, index));
  const { lines, earlier } = outputTail(events, 1000);
  expect(lines).toHaveLength(1000);
  expect(lines.at(-2)).toEqual({ t: 49_999, stream: 'stdout', text: '49999' });
  expect(earlier).toBe(99_000);
});

test('the cut may fall inside one print', () => {
  const { lines, earlier } = outputTail([print('a\nb'), print('c\nd\ne')], 2);
  expect(lines.map(({ text }) => text)).toEqual(['d', 'e']);
  expect(earlier).toBe(3);
});
