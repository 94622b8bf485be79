import { expect, test } from 'vitest';
import type { TraceEvent } from '../trace/event.ts';
import { LineReader } from './lineMarks.ts';

const tool = { who: 'tool', call: 1, t: 0 } as const;
const entered: TraceEvent[] = [
  { ...tool, kind: 'handler.enter', target: 'order_book', line: 8 },
  { ...tool, kind: 'line', line: 11 },
  { ...tool, kind: 'await.enter', what: 'takePayment', line: 11 },
];
const cut: TraceEvent[] = [
  { ...tool, kind: 'await.raise', what: 'takePayment', outcome: 'cancelled', line: 11 },
  { ...tool, kind: 'shield.enter', scope: 2, limit: 5, line: 14 },
  { ...tool, kind: 'await.enter', what: 'releaseHold', line: 15 },
  { ...tool, kind: 'await.return', what: 'releaseHold', line: 15 },
  { ...tool, kind: 'shield.exit', scope: 2, limit: 5, cancelled_caught: false, line: 14 },
  { ...tool, kind: 'handler.exit', target: 'order_book', outcome: 'cancelled', line: 8 },
];

test('the line that waits runs; once cut it says so, and the shield that did its work stays', () => {
  const reader = new LineReader();
  expect(reader.read(entered)).toEqual({ 11: 'running' });
  expect(reader.read([...entered, ...cut])).toEqual({ 11: 'cancelled', 14: 'done' });
});

test('the marks keep their identity while nothing changes', () => {
  const reader = new LineReader();
  const before = reader.read(entered);
  const output: TraceEvent = { ...tool, kind: 'output', stream: 'stdout', text: 'hello' };
  expect(reader.read([...entered, output])).toBe(before);
});

test('a handler that has ended is on no line', () => {
  const reader = new LineReader();
  const events: TraceEvent[] = [
    { ...tool, kind: 'line', line: 3 },
    { ...tool, kind: 'line', line: 4 },
    { ...tool, kind: 'handler.exit', target: 'a', outcome: 'returned' },
  ];
  expect(reader.read(events.slice(0, 2))).toEqual({ 4: 'running' });
  expect(reader.read(events)).toEqual({});
});

test('a check that raises marks its line as cancelled, one that passes does not', () => {
  const reader = new LineReader();
  const check = { ...tool, who: 'thread', kind: 'check', line: 12 } as const;
  const passed: TraceEvent[] = [{ ...check, raised: false }];
  expect(reader.read(passed)).toEqual({});
  expect(reader.read([...passed, { ...check, raised: true }])).toEqual({ 12: 'cancelled' });
});

test('a line that awaits a function stays marked while that function goes from line to line', () => {
  const reader = new LineReader();
  const events: TraceEvent[] = [
    ...entered,
    { ...tool, kind: 'line', line: 30 },
    { ...tool, kind: 'line', line: 31 },
  ];
  expect(reader.read(events)).toEqual({ 11: 'running', 31: 'running' });
});
