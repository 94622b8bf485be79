import { describe, expect, test } from 'vitest';
import type { TraceEvent } from './event.ts';
import { story, type Telling } from './story.ts';
import { liveOrderBook, recorded } from './testing.ts';

const over: Telling = { live: false, killed: false };
const live: Telling = { live: true, killed: false };
const told = (events: TraceEvent[], telling = over) =>
  story(events, telling).map(({ text }) => text);
const until = (name: string, t: number) => recorded(name).filter((event) => event.t <= t);

const TABLE: [name: string, ...lines: string[]][] = [
  [
    'stdio-modern/order_book.stop',
    'stop requested 0.50 s → server told 0.50 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
  ],
  [
    'memory/order_book.stop',
    'stop requested 0.50 s → unwinding → cleaned up 0.60 s. In memory the client waits for the handler to end.',
  ],
  [
    'stdio-modern/order_book_unshielded.stop',
    'stop requested 0.50 s → server told 0.50 s → unwinding → ended 0.51 s with a hold left over. Nothing was sent.',
  ],
  [
    'memory/order_book_hang.stop',
    'stop requested 0.50 s → unwinding → cut by its 5 s limit 5.50 s → ended 5.50 s with a hold left over. In memory the client waits for the handler to end.',
  ],
  [
    'stdio-modern/order_book.timeout',
    'timed out 0.50 s → server told 0.50 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
  ],
  [
    'stdio-modern/rebuild_index.stop',
    'stop requested 0.50 s → server told 0.50 s → still running → a check raised 1.00 s → cleaned up 1.00 s. Nothing was sent.',
  ],
  [
    'stdio-modern/never_asks.stop',
    'stop requested 0.50 s → server told 0.50 s → ended 3.00 s, its value was dropped. Nothing was sent.',
  ],
  [
    'stdio-modern/catches_and_returns.stop',
    'stop requested 0.50 s → server told 0.51 s → unwinding → cancellation caught 0.51 s → ended 0.51 s, its value was dropped. Nothing was sent.',
  ],
  [
    'memory/catches_and_returns.stop',
    'stop requested 0.50 s → unwinding → cancellation caught 0.50 s → returned 0.50 s. In memory the client waits, and was given the answer.',
  ],
  [
    'stdio-modern/order_book_raises.none',
    'called 0.00 s → failed 0.40 s with ValueError: card declined. The client was sent an error.',
  ],
  ['stdio-modern/rebuild_index.none', 'called 0.00 s → returned 3.00 s → answered 3.01 s.'],
  [
    'stdio-modern/order_book.two',
    'call 1: stop requested 0.50 s → server told 0.51 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
    'call 2: called 0.00 s → returned 1.10 s → answered 1.11 s.',
  ],
  [
    'http-modern/order_book.stop',
    'stop requested 0.50 s → server told 0.51 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
  ],
  [
    'http-legacy/order_book.stop',
    'stop requested 0.50 s → server told 0.51 s → unwinding → cleaned up 0.61 s. An error came when nobody waited: Request cancelled.',
  ],
  [
    'http-legacy/never_asks.stop',
    'stop requested 0.50 s → server told 0.51 s → ended 3.01 s, its value was replaced by an error. An error came when nobody waited: Request cancelled.',
  ],
  [
    'http-modern-json/never_asks.stop',
    'stop requested 0.50 s → ended 3.00 s, its value was dropped. The server never learnt of it. Nothing was sent.',
  ],
  [
    'http-legacy/order_book.disconnect',
    'disconnected 0.50 s → server told 0.51 s → unwinding → cleaned up 0.61 s. Nothing was sent.',
  ],
  [
    'stdio-modern/order_book.disconnect',
    'disconnected 0.50 s → unwinding → cleaned up 0.60 s. Nothing was sent.',
  ],
  [
    'stdio-modern/order_book.stop_before',
    'stop requested 0.00 s → the handler never started. Nothing was sent.',
  ],
  [
    'stdio-modern/order_book_quick.stop_after',
    'called 0.00 s → returned 0.40 s → answered 0.41 s. Stop came after the end: nothing to stop.',
  ],
  [
    'memory/order_book.twice',
    'stop requested 0.50 s → unwinding → cleaned up 0.60 s. In memory the client waits for the handler to end. Stopping again changed nothing.',
  ],
  [
    'stdio-modern/order_book.twice',
    'stop requested 0.50 s → server told 0.50 s → unwinding → cleaned up 0.60 s. Nothing was sent. Stopping again changed nothing.',
  ],
  [
    'stdio-modern/order_book_hang.disconnect',
    'disconnected 0.50 s → unwinding → its process was killed.',
  ],
];

describe('the status line', () => {
  test.each(TABLE)('%s', (name, ...lines) => {
    expect(told(recorded(name))).toEqual(lines);
  });

  test('of a live trace', () => {
    expect(told(liveOrderBook())).toEqual([
      'stop requested 0.50 s → server told 0.50 s → unwinding → cleaned up 0.60 s. Nothing was sent.',
    ]);
  });

  test('before anything, there is none', () => {
    expect(told([], live)).toEqual([]);
  });
});

describe('while the run goes on', () => {
  test.each([
    ['stdio-modern/order_book.stop', 0.3, 'called 0.00 s → running.'],
    [
      'stdio-modern/order_book.stop',
      0.55,
      'stop requested 0.50 s → server told 0.50 s → unwinding.',
    ],
    ['stdio-modern/never_asks.stop', 0.502, 'stop requested 0.50 s → still running.'],
    [
      'stdio-modern/never_asks.stop',
      2.5,
      'stop requested 0.50 s → server told 0.50 s → still running.',
    ],
    ['stdio-modern/order_book_raises.none', 0.35, 'called 0.00 s → cleaning up.'],
  ])('%s at %d s', (name, t, line) => {
    expect(told(until(name, t), live)).toEqual([line]);
  });

  test('steps that were said keep their keys', () => {
    const keys = (t: number) =>
      story(until('stdio-modern/order_book.stop', t), live)[0]?.steps.map(({ key }) => key);
    expect(keys(0.502)).toEqual(['gave up', 'still running']);
    expect(keys(0.55)).toEqual(['gave up', 'told', 'unwinding']);
    expect(keys(0.61)).toEqual(['gave up', 'told', 'unwinding', 'end']);
  });
});

describe('killed', () => {
  const killed: Telling = { live: false, killed: true };
  test.each([
    [0.3, 'called 0.00 s → Killed: no finally ran.'],
    [
      0.55,
      'stop requested 0.50 s → server told 0.50 s → unwinding → Killed: its finally was cut short.',
    ],
  ])('at %d s', (t, line) => {
    expect(told(until('stdio-modern/order_book.stop', t), killed)).toEqual([line]);
  });
});
