import { describe, expect, test } from 'vitest';
import type { TraceEvent } from './event.ts';
import { recorded } from './testing.ts';
import { wireRows } from './wire.ts';

const rows = (events: TraceEvent[], live = false) =>
  wireRows(events, live).map(({ call, first, reply, missing, ghost }) => ({
    call,
    says: `${first.what} ${first.method}`,
    reply: reply?.what ?? null,
    missing,
    ghost: ghost?.where ?? null,
  }));

describe('the wire log', () => {
  test('a request and its reply share a row, a notification has its own', () => {
    expect(rows(recorded('stdio-modern/order_book.two'))).toEqual([
      {
        call: 1,
        says: 'request tools/call',
        reply: null,
        missing: 'nothing was sent',
        ghost: null,
      },
      { call: 2, says: 'request tools/call', reply: 'response', missing: null, ghost: null },
      {
        call: 1,
        says: 'notification notifications/cancelled',
        reply: null,
        missing: null,
        ghost: null,
      },
    ]);
  });

  test('the value that was dropped is a ghost in the row of its call', () => {
    const [request] = rows(recorded('stdio-modern/never_asks.stop'));
    expect(request).toMatchObject({ missing: 'nothing was sent', ghost: 'server' });
  });

  test('while the handler runs, an answer may still come', () => {
    const events = recorded('stdio-modern/never_asks.stop').filter(({ t }) => t < 2);
    expect(rows(events, true)[0]).toMatchObject({ missing: 'waiting' });
  });

  test('a call that ended without an answer waits no more, though the run goes on', () => {
    const events = recorded('stdio-modern/order_book.stop');
    expect(rows(events, true)[0]).toMatchObject({ missing: 'nothing was sent' });
  });

  test('an answer that nobody waited for stands in its row', () => {
    const [request] = rows(recorded('http-legacy-stateless/order_book.stop'));
    expect(request).toMatchObject({ reply: 'response', ghost: 'client' });
  });

  test('ids of the two directions are not mixed up', () => {
    const message = { kind: 'wire', t: 0, who: 'wire', via: 'stream', id: '1' } as const;
    const events: TraceEvent[] = [
      { ...message, dir: 'c2s', what: 'request', method: 'tools/call' },
      { ...message, dir: 's2c', what: 'request', method: 'roots/list' },
      { ...message, dir: 'c2s', what: 'response' },
    ];
    expect(wireRows(events, true).map(({ reply }) => reply?.what ?? null)).toEqual([
      null,
      'response',
    ]);
  });

  test('in memory there is no wire', () => {
    expect(rows(recorded('memory/order_book.stop'))).toEqual([]);
  });
});
