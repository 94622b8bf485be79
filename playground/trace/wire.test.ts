import { describe, expect, test } from 'vitest';
import type { TraceEvent } from './event.ts';
import { recorded } from './testing.ts';
import { wireLines, type WireLine } from './wire.ts';
import { filterLines } from './wireFilter.ts';

/** The log, a line each: `tools/call 200 sse, closed by server: error`. */
const told = (events: TraceEvent[], live = false) => wireLines(events, live).map(inWords);

function inWords(line: WireLine): string {
  if (line.kind === 'moment') return `-- ${line.what}`;
  const { first, http, streamed, reply, missing, ghost } = line;
  const name = first.kind === 'wire' ? (first.method ?? first.what) : first.verb;
  const head = http?.head ? ` ${http.head.status} ${http.head.media}` : '';
  const closed = http?.closed ? `, closed by ${http.closed.by}` : '';
  const events = streamed.map(({ method }) => ` + ${method}`).join('');
  const answer = reply?.what ?? missing;
  return `${name}${head}${closed}${events}${answer ? `: ${answer}` : ''}${ghost ? `, ghost at the ${ghost.where}` : ''}`;
}

describe('the wire log over stdio', () => {
  test('a request and its reply share a row, a notification has its own', () => {
    expect(told(recorded('stdio-modern/order_book.two'))).toEqual([
      'tools/call: nothing was sent',
      'tools/call: response',
      '-- gave up',
      'notifications/cancelled',
      '-- told',
    ]);
  });

  test('the value that was dropped is a ghost in the row of its call', () => {
    expect(told(recorded('stdio-modern/never_asks.stop'))[0]).toBe(
      'tools/call: nothing was sent, ghost at the server',
    );
  });

  test('while the handler runs, an answer may still come', () => {
    const events = recorded('stdio-modern/never_asks.stop').filter(({ t }) => t < 2);
    expect(told(events, true)[0]).toBe('tools/call: waiting');
  });

  test('a call that ended without an answer waits no more, though the run goes on', () => {
    const events = recorded('stdio-modern/order_book.stop');
    expect(told(events, true)[0]).toBe('tools/call: nothing was sent');
  });

  test('ids of the two directions are not mixed up', () => {
    const message = { kind: 'wire', t: 0, who: 'wire', via: 'stream', id: '1' } as const;
    const events: TraceEvent[] = [
      { ...message, dir: 'c2s', what: 'request', method: 'tools/call' },
      { ...message, dir: 's2c', what: 'request', method: 'roots/list' },
      { ...message, dir: 'c2s', what: 'response' },
    ];
    expect(told(events, true)).toEqual(['tools/call: waiting', 'roots/list: response']);
  });

  test('in memory there is no wire', () => {
    expect(told(recorded('memory/order_book.stop'))).toEqual([]);
  });
});

describe('the wire log over HTTP', () => {
  test('modern: the client closes the connection, the server learns of that, and nothing is sent', () => {
    expect(told(recorded('http-modern/order_book.stop'))).toEqual([
      'tools/call, closed by client: nothing was sent',
      '-- gave up',
      '-- told',
    ]);
  });

  test('legacy: a POST of its own tells the server, and the call gets an error nobody waits for', () => {
    expect(told(recorded('http-legacy/order_book.stop'))).toEqual([
      'tools/call 200 sse: error, ghost at the client',
      '-- gave up',
      'notifications/cancelled 202 json',
      '-- told',
    ]);
  });

  test('with the switch on, the client goes and the server never learns of it', () => {
    expect(told(recorded('http-modern-json/order_book.stop'))).toEqual([
      'tools/call, closed by client: nothing was sent, ghost at the server',
      '-- gave up',
      '-- never told',
    ]);
    const early = recorded('http-modern-json/order_book.stop').filter(({ t }) => t < 1);
    expect(told(early, true)).not.toContain('-- never told');
  });

  test('legacy: a client that leaves tells the server by ending its session', () => {
    expect(told(recorded('http-legacy/order_book.disconnect'))).toEqual([
      'tools/call 200 sse: nothing was sent',
      '-- gave up',
      'DELETE',
      '-- told',
    ]);
  });

  test('an answer that nobody waited for stands in its row', () => {
    expect(told(recorded('http-legacy-stateless/order_book.stop'))[0]).toBe(
      'tools/call 200 sse: response, ghost at the client',
    );
  });

  const post = { kind: 'wire', t: 0, who: 'wire', dir: 'c2s', via: 'POST' } as const;
  const sse = { kind: 'wire', t: 1, who: 'wire', dir: 's2c', via: 'sse' } as const;
  const live: TraceEvent[] = [
    { kind: 'http.request', t: 0, who: 'wire', verb: 'GET', exchange: 1 },
    { kind: 'http.response', t: 0, who: 'wire', exchange: 1, status: 200, media: 'sse' },
    { ...post, exchange: 2, call: 1, what: 'request', method: 'tools/call', id: '7', body: '{}' },
    { ...post, exchange: 3, call: 2, what: 'request', method: 'tools/call', id: '8' },
    { kind: 'http.response', t: 0, who: 'wire', call: 2, exchange: 3, status: 200, media: 'json' },
    { kind: 'http.response', t: 0, who: 'wire', call: 1, exchange: 2, status: 200, media: 'sse' },
    { ...sse, exchange: 2, call: 1, what: 'notification', method: 'notifications/progress' },
    { ...sse, exchange: 1, what: 'notification', method: 'notifications/tools/list_changed' },
    { ...sse, exchange: 2, call: 1, what: 'response', id: '7' },
    { kind: 'http.end', t: 1, who: 'wire', call: 1, exchange: 2 },
    { kind: 'http.request', t: 1, who: 'wire', verb: 'DELETE', exchange: 4 },
  ];

  test('what a stream brings stands in the row of the request that opened it', () => {
    expect(told(live, true)).toEqual([
      'GET 200 sse + notifications/tools/list_changed',
      'tools/call 200 sse, closed by server + notifications/progress: response',
      'tools/call 200 json: waiting',
      'DELETE',
    ]);
  });

  test('an error that names no request answers the request whose response it is', () => {
    const refused: TraceEvent[] = [
      { ...post, exchange: 1, what: 'request', method: 'initialize', id: '0' },
      { kind: 'http.response', t: 0, who: 'wire', exchange: 1, status: 400, media: 'json' },
      { ...sse, via: 'json', exchange: 1, what: 'error', id: 'null', code: -32700 },
    ];
    expect(told(refused)).toEqual(['initialize 400 json: error']);
  });

  test('a filter finds by method, id and head; a row is found by what is in it', () => {
    const lines = wireLines(live, true);
    const found = (query: string) => filterLines(lines, query).map(inWords);
    expect(found('id 8')).toEqual(['tools/call 200 json: waiting']);
    expect(found('progress')).toHaveLength(1);
    expect(found('CALL sse')).toHaveLength(1);
    expect(found('delete')).toEqual(['DELETE']);
    expect(found('nothing like it')).toEqual([]);
    expect(found('  ')).toHaveLength(4);
  });
});
