import { readFileSync } from 'node:fs';
import type { TraceEvent } from './event.ts';
import { fromRecording, type Recording } from './recording.ts';

/** For tests: a native recording by its name, `stdio-modern/order_book.stop`. */
export function recorded(name: string): TraceEvent[] {
  return fromRecording(recordingOf(name));
}

export function recordingOf(name: string): Recording {
  const file = new URL(`../../content/recordings/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}

/**
 * For tests: `order_book` as a live engine sees it, with every await on the stack, blocks, scopes, lines and
 * output; stopped at 0.5 s over stdio.
 */
export function liveOrderBook(): TraceEvent[] {
  const cancelled = { exc: 'Cancelled', message: 'Cancelled via cancel scope 1' };
  const tool = { who: 'tool', call: 1, task: 'order_book' } as const;
  const handler = { ...tool, fn: 'orderBook' };
  const pay = { ...tool, fn: 'takePayment' };
  const release = { ...tool, fn: 'releaseHold' };
  const wire = { kind: 'wire', who: 'wire', call: 1, dir: 'c2s', via: 'stream' } as const;
  return [
    { kind: 'state', t: 0, who: 'server', values: { holds: [], titles: ['Dune', 'Emma'] } },
    {
      kind: 'call.sent',
      t: 0,
      who: 'client',
      call: 1,
      target: 'order_book',
      method: 'tools/call',
      read_timeout_seconds: null,
    },
    { ...wire, t: 0, what: 'request', method: 'tools/call', id: '1', body: '{"id":1}' },
    { ...handler, kind: 'handler.enter', t: 0.001, line: 8, target: 'order_book' },
    { ...handler, kind: 'scope.enter', t: 0.001, scope: 1, limit: null },
    { ...handler, kind: 'line', t: 0.001, line: 9 },
    {
      kind: 'state',
      t: 0.001,
      who: 'server',
      call: 1,
      values: { holds: ['Dune'], titles: ['Dune', 'Emma'] },
    },
    { ...handler, kind: 'output', t: 0.001, stream: 'stdout', text: 'held\n' },
    { ...handler, kind: 'block.enter', t: 0.001, line: 10, block: 'try' },
    { ...handler, kind: 'await.enter', t: 0.001, line: 11, what: 'takePayment' },
    { ...pay, kind: 'await.enter', t: 0.001, line: 21, what: 'sleep' },
    { kind: 'client.stop', t: 0.5, who: 'client', call: 1, how: 'scope', reason: 'Stop' },
    { ...wire, t: 0.5, what: 'notification', method: 'notifications/cancelled', id: '1' },
    { kind: 'client.cancelled', t: 0.5, who: 'client', call: 1, exc: 'Cancelled' },
    { kind: 'cancel.notice', t: 0.5, who: 'server', call: 1, reason: 'Stop' },
    { ...handler, kind: 'scope.cancel', t: 0.5, scope: 1, by: 'the client' },
    {
      ...pay,
      ...cancelled,
      kind: 'await.raise',
      t: 0.501,
      line: 21,
      what: 'sleep',
      outcome: 'cancelled',
    },
    {
      ...handler,
      ...cancelled,
      kind: 'await.raise',
      t: 0.501,
      line: 11,
      what: 'takePayment',
      outcome: 'cancelled',
    },
    {
      ...handler,
      ...cancelled,
      kind: 'block.exit',
      t: 0.501,
      line: 10,
      block: 'try',
      outcome: 'cancelled',
    },
    { ...handler, kind: 'finally.enter', t: 0.501, line: 13 },
    { ...handler, kind: 'await.enter', t: 0.501, line: 14, what: 'moveOnAfter' },
    { ...handler, kind: 'shield.enter', t: 0.501, line: 14, scope: 2, limit: 5 },
    { ...tool, kind: 'await.enter', t: 0.501, line: 15, what: 'releaseHold' },
    { ...release, kind: 'await.enter', t: 0.501, line: 25, what: 'sleep' },
    { ...release, kind: 'await.return', t: 0.601, line: 25, what: 'sleep' },
    {
      kind: 'state',
      t: 0.601,
      who: 'server',
      call: 1,
      values: { holds: [], titles: ['Dune', 'Emma'] },
    },
    { ...tool, kind: 'await.return', t: 0.601, line: 15, what: 'releaseHold' },
    {
      ...handler,
      kind: 'shield.exit',
      t: 0.601,
      line: 14,
      scope: 2,
      limit: 5,
      cancelled_caught: false,
    },
    { ...handler, kind: 'await.return', t: 0.601, line: 14, what: 'moveOnAfter' },
    { ...handler, kind: 'finally.exit', t: 0.601, line: 13, outcome: 'returned' },
    {
      ...handler,
      kind: 'scope.exit',
      t: 0.601,
      scope: 1,
      limit: null,
      cancelled_caught: true,
    },
    {
      ...handler,
      ...cancelled,
      kind: 'handler.exit',
      t: 0.602,
      line: 8,
      target: 'order_book',
      outcome: 'cancelled',
    },
  ];
}
