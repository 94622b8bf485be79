import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bars, type Bar } from './bars.ts';
import type { TraceEvent } from './event.ts';
import { fromRecording, type Recording } from './recording.ts';
import { why } from './why.ts';

/** `order_book` whose release hangs, stopped at half a second. */
const events = [
  { kind: 'call.sent', who: 'client', t: 0, target: 'order_book', method: 'tools/call' },
  { kind: 'wire', who: 'wire', t: 0, dir: 'c2s', via: 'stream', what: 'request' },
  { kind: 'handler.enter', who: 'tool', t: 0, fn: 'order_book', target: 'order_book', line: 8 },
  { kind: 'await.enter', who: 'tool', t: 0, fn: 'order_book', what: 'take_payment', line: 13 },
  { kind: 'await.enter', who: 'tool', t: 0, fn: 'take_payment', what: 'sleep', line: 21 },
  { kind: 'client.stop', who: 'client', t: 0.5, how: 'scope' },
  { kind: 'client.cancelled', who: 'client', t: 0.5 },
  { kind: 'cancel.notice', who: 'server', t: 0.5, reason: 'caller cancelled' },
  {
    kind: 'await.raise',
    who: 'tool',
    t: 0.5,
    fn: 'take_payment',
    what: 'sleep',
    line: 21,
    outcome: 'cancelled',
  },
  {
    kind: 'await.raise',
    who: 'tool',
    t: 0.5,
    fn: 'order_book',
    what: 'take_payment',
    line: 13,
    outcome: 'cancelled',
  },
  { kind: 'finally.enter', who: 'tool', t: 0.5, fn: 'order_book', line: 15 },
  { kind: 'shield.enter', who: 'tool', t: 0.5, fn: 'order_book', scope: 1, limit: 5, line: 16 },
  { kind: 'await.enter', who: 'tool', t: 0.5, fn: 'order_book', what: 'release_hold', line: 17 },
  {
    kind: 'await.raise',
    who: 'tool',
    t: 5.5,
    fn: 'order_book',
    what: 'release_hold',
    line: 17,
    outcome: 'cancelled',
  },
  {
    kind: 'shield.exit',
    who: 'tool',
    t: 5.5,
    fn: 'order_book',
    scope: 1,
    limit: 5,
    cancelled_caught: true,
  },
  { kind: 'finally.exit', who: 'tool', t: 5.5, fn: 'order_book', outcome: 'returned', line: 15 },
  { kind: 'handler.exit', who: 'tool', t: 5.5, target: 'order_book', outcome: 'cancelled' },
].map((event) => ({ call: 1, ...event })) as TraceEvent[];

const barOf = (all: readonly TraceEvent[], like: Partial<Bar>): Bar => {
  const picture = bars(all, { now: all.at(-1)!.t, live: false });
  return picture.bars.find((bar) =>
    Object.entries(like).every(([key, value]) => bar[key as keyof Bar] === value),
  )!;
};
const told = (like: Partial<Bar>) => why(events, barOf(events, like))?.text;

test('the handler: who, through which scope, and the frames from the inside out', () => {
  expect(told({ kind: 'handler' })).toBe(
    'The client stopped the call at 0.50 s (caller cancelled). ' +
      'It came through the scope that the server has around each request. ' +
      'It was raised in take_payment, line 21, and passed order_book, line 13.',
  );
});

test('what a shield cut was cut by the shield’s own limit, and by no Stop', () => {
  const cut =
    'The shield’s own limit of 5 s ran out at 5.50 s. It came through that scope, and goes no further out. It was raised in order_book, line 17.';
  expect(told({ kind: 'shield' })).toBe(cut);
  expect(told({ kind: 'await', start: 0.5 })).toBe(cut);
});

test('the client’s own bar has no frames of the handler', () => {
  expect(told({ kind: 'call' })).toBe(
    'The client stopped the call at 0.50 s (caller cancelled). It came through the scope around the call, on the client’s side.',
  );
});

test('a bar that was not cancelled has no why', () => {
  expect(told({ kind: 'finally' })).toBeUndefined();
});

test('a thread of a recording: the check raised, no line is known', () => {
  const path = new URL(
    '../../content/recordings/stdio-modern/rebuild_index.timeout.json',
    import.meta.url,
  );
  const native = fromRecording(JSON.parse(readFileSync(path, 'utf8')) as Recording);
  const found = why(native, barOf(native, { kind: 'thread' }));
  expect(found?.who).toMatch(/^The client’s read timeout ran out at 0\.5\d s/);
  expect(found?.text).toMatch(/It was raised in the thread\.$/);
});
