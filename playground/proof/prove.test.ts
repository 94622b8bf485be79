import { expect, test } from 'vitest';
import type { Case } from '../../content/claims.ts';
import type { TraceEvent } from '../trace/event.ts';
import { measure, prove } from './prove.ts';

/** `order_book` without its shield, stopped at half a second, as Python has it. */
const events = [
  { kind: 'call.sent', who: 'client', t: 0, target: 'order_book', method: 'tools/call' },
  { kind: 'handler.enter', who: 'tool', t: 0, target: 'order_book' },
  { kind: 'state', who: 'server', t: 0, values: { holds: ['Dune'] } },
  { kind: 'await.enter', who: 'tool', t: 0, fn: 'order_book', what: 'take_payment' },
  { kind: 'client.stop', who: 'client', t: 0.5, how: 'scope' },
  { kind: 'client.cancelled', who: 'client', t: 0.5 },
  {
    kind: 'await.raise',
    who: 'tool',
    t: 0.5,
    fn: 'order_book',
    what: 'take_payment',
    outcome: 'cancelled',
  },
  { kind: 'finally.enter', who: 'tool', t: 0.5, fn: 'order_book' },
  { kind: 'await.enter', who: 'tool', t: 0.5, fn: 'release_hold', what: 'sleep', line: 24 },
  {
    kind: 'await.raise',
    who: 'tool',
    t: 0.5,
    fn: 'release_hold',
    what: 'sleep',
    outcome: 'cancelled',
    line: 24,
  },
  { kind: 'finally.exit', who: 'tool', t: 0.5, fn: 'order_book', outcome: 'cancelled' },
  { kind: 'handler.exit', who: 'tool', t: 0.6, target: 'order_book', outcome: 'cancelled' },
].map((event) => ({ call: 1, ...event })) as TraceEvent[];

const ended = { outcome: 'ended' } as const;
const facts: Case = {
  example: 'order_book_unshielded',
  on: ['stdio-modern'],
  stops: [0.5],
  events: [
    { kind: 'client.stop', t: 0.5 },
    { kind: 'await.raise', fn: 'releaseHold', outcome: 'cancelled', t: 0.5, decides: true },
    { kind: 'handler.exit', outcome: 'cancelled' },
  ],
  absent: [{ kind: 'shield.enter' }, { kind: 'await.return', what: 'releaseHold', decides: true }],
  bars: [{ kind: 'state', state: 'leak', label: 'left over: Dune' }],
  left: { holds: ['Dune'] },
  end: 0.6,
};
const failuresOf = (changed: Partial<Case>) =>
  prove({ ...facts, ...changed }, events, ended).failures;

test('a case that holds gives what decided it, in the words of the run', () => {
  expect(prove(facts, events, ended)).toEqual({
    holds: true,
    failures: [],
    reasons: [
      { text: 'release_hold raised at its first await', t: 0.5, line: 24 },
      { text: 'there was no await.return (what releaseHold)', t: null, line: null },
      { text: 'Dune is still in holds at the end', t: null, line: null },
    ],
  });
});

test('an event that is not there is told beside those of its kind', () => {
  expect(failuresOf({ events: [{ kind: 'finally.exit', outcome: 'returned', t: 0.6 }] })).toEqual([
    {
      expected: 'finally.exit (outcome returned) at 0.60 s',
      happened: 'the finally of order_book was cut, 0.50 s',
    },
  ]);
  expect(failuresOf({ events: [{ kind: 'shield.exit' }] })).toEqual([
    { expected: 'shield.exit', happened: 'no such event' },
  ]);
});

test('events count in their order, but for those that may come anywhere', () => {
  const late = { kind: 'client.stop', t: 0.5 };
  const events = [{ kind: 'finally.enter' }, late];
  expect(failuresOf({ events })).toHaveLength(1);
  expect(failuresOf({ events: [events[0]!, { ...late, anywhere: true }] })).toEqual([]);
});

test('one of several kinds is enough', () => {
  expect(failuresOf({ events: [{ kind: ['cancel.notice', 'client.cancelled'] }] })).toEqual([]);
});

test('what must not be there is told with its moment, inside of its bounds only', () => {
  const raise = { kind: 'await.raise', what: 'takePayment' };
  expect(failuresOf({ absent: [raise] })).toEqual([
    {
      expected: 'no await raised',
      happened: 'order_book raised at its first await, of take_payment, 0.50 s',
    },
  ]);
  expect(failuresOf({ absent: [{ ...raise, after: 0.5 }] })).toEqual([]);
});

test('what is left, the end, the outcome and the picture are looked at too', () => {
  expect(failuresOf({ left: { holds: [] } })).toEqual([
    { expected: 'holds is empty at the end', happened: 'Dune is still in holds at the end' },
  ]);
  expect(failuresOf({ end: 1 })).toMatchObject([{ expected: 'the last event at 1.00 s' }]);
  expect(failuresOf({ outcome: 'deadlocked' })).toMatchObject([{ happened: 'the run ended' }]);
  expect(failuresOf({ bars: [{ kind: 'shield', state: 'done' }] })).toEqual([
    { expected: 'a bar: shield (state done)', happened: 'none of that kind' },
  ]);
});

test('a figure is a field of an event, or the seconds between two', () => {
  const quoted = '0.1 seconds';
  const of = { kind: 'handler.exit' };
  expect(measure({ quoted, of, since: { kind: 'client.stop' } }, events)).toBe(0.1);
  expect(measure({ quoted, of: { kind: 'client.stop' }, field: 't' }, events)).toBe(0.5);
  expect(measure({ quoted, of, since: { kind: 'shield.enter' } }, events)).toBeNull();
  expect(measure({ quoted, of: { kind: 'client.stop' }, since: of }, events)).toBeNull();
});
