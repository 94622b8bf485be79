import { expect, test } from 'vitest';
import type { Run } from '../../session/index.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { differences } from './differences.ts';

const run = (...events: object[]) =>
  ({
    events: events.map((event) => ({ who: 'tool', call: 1, ...event })) as TraceEvent[],
  }) as unknown as Run;
const raised = {
  kind: 'handler.exit',
  t: 0.5,
  target: 'order_book',
  outcome: 'cancelled',
};

test('what both went through is left out, and so is what only begins', () => {
  const enter = { kind: 'finally.enter', t: 0.5, fn: 'order_book' };
  expect(differences(run(enter, raised), run(raised))).toEqual({ before: [], after: [] });
});

test('what differs is told of each side with its moment and line', () => {
  const ran = { kind: 'finally.exit', t: 0.6, fn: 'order_book', line: 15, outcome: 'returned' };
  const cut = { ...ran, t: 0.5, line: 14, outcome: 'cancelled' };
  expect(differences(run(ran, raised), run(cut, raised))).toEqual({
    before: [{ text: '0.60 s the finally of order_book ran to its end', line: 15 }],
    after: [{ text: '0.50 s the finally of order_book was cut', line: 14 }],
  });
});
