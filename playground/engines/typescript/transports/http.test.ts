import { describe, expect, test } from 'vitest';
import type { EventOf, Kind, TraceEvent } from '../../../trace/event.ts';
import type { Call, HttpChoice, Script } from '../../engine.ts';
import { wholeEngine } from '../whole.ts';

const BOOKSHOP = `
import { Cancelled, moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';
const mcp = new MCPServer('Bookshop');
mcp.tool('wait', {}, async () => { await sleep(1); return 'done'; });
mcp.tool('long', {}, async () => { await sleep(20); return 'done'; });
mcp.tool('tells', {}, async (args, ctx) => {
  try {
    await ctx.reportProgress(1, 2, 'half');
    await sleep(1);
  } finally {
    await moveOnAfter(5, { shield: true }, async () => { await ctx.reportProgress(2, 2, 'late'); });
  }
  return 'done';
});
`;

const call = (target: string, more: Partial<Call> = {}): Call => ({
  method: 'tools/call',
  target,
  arguments: {},
  read_timeout_seconds: null,
  at: 0,
  ...more,
});
const stop = { at: 0.5, do: 'stop', call: 1 } as const;

async function play(choice: Partial<HttpChoice>, script: Pick<Script, 'calls' | 'acts'>) {
  const engine = wholeEngine();
  expect(await engine.load({ language: 'typescript', source: BOOKSHOP })).toMatchObject({
    ok: true,
  });
  const transport: HttpChoice = {
    kind: 'http',
    era: 'modern',
    json_response: false,
    stateless_http: false,
    ...choice,
  };
  const events: TraceEvent[] = [];
  const end = await engine.run({ transport, ...script }, 'virtual', (batch) =>
    events.push(...batch),
  );
  expect(end.outcome).toBe('ended');
  expect(of(events, 'error')).toEqual([]);
  return events;
}

const of = <K extends Kind>(events: TraceEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

/** What crossed for the call, in order: "POST request tools/call". */
const crossed = (events: TraceEvent[]): string[] =>
  of(events, 'wire').flatMap(({ call, via, what, method }) =>
    call === undefined ? [] : [[via, what, method].filter(Boolean).join(' ')],
  );

describe('the reason', () => {
  test('is passed on with the notification, to the server and to the await', async () => {
    const reason = 'the customer left';
    const events = await play(
      { era: 'legacy' },
      { calls: [call('wait')], acts: [{ ...stop, reason }] },
    );
    expect(
      of(events, 'wire').find(({ method }) => method === 'notifications/cancelled'),
    ).toMatchObject({
      reason,
    });
    expect(of(events, 'cancel.notice')).toMatchObject([{ reason, t: 0.5 }]);
    expect(of(events, 'await.raise')[0]).toMatchObject({ reason });
  });

  test('of a timeout says how long it was', async () => {
    const calls = [call('wait', { read_timeout_seconds: 0.5 })];
    const events = await play({ era: 'legacy' }, { calls, acts: [] });
    expect(of(events, 'cancel.notice')).toMatchObject([{ reason: 'timed out after 0.5s' }]);
  });

  test('does not cross where closing the response is the cancel', async () => {
    const acts = [{ ...stop, reason: 'the customer left' }];
    const events = await play({}, { calls: [call('wait')], acts });
    expect(crossed(events)).toEqual(['POST request tools/call']);
    expect(of(events, 'http.closed')).toMatchObject([{ call: 1, t: 0.5, by: 'client' }]);
    expect(JSON.stringify(of(events, 'await.raise'))).not.toContain('customer');
  });
});

describe('what the wire log is told', () => {
  test('the exact bytes, and the headers that say something', async () => {
    const events = await play({}, { calls: [call('wait')], acts: [] });
    const request = of(events, 'wire').find(({ call }) => call === 1)!;
    expect(JSON.parse(request.body!)).toMatchObject({
      jsonrpc: '2.0',
      method: 'tools/call',
      params: { name: 'wait' },
    });
    expect(request.headers).toEqual({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'wait',
    });
  });

  test('a session is opened, named in each request, and ended', async () => {
    const events = await play({ era: 'legacy' }, { calls: [call('wait')], acts: [] });
    const opened = of(events, 'http.response')[0]!;
    expect(opened.headers).toMatchObject({ 'mcp-session-id': 'session-1' });
    const request = of(events, 'wire').find(({ call }) => call === 1)!;
    expect(request.headers).toMatchObject({ 'mcp-session-id': 'session-1' });
    expect(of(events, 'http.request').map(({ verb }) => verb)).toEqual(['GET', 'DELETE']);
  });

  test('a response and its messages carry the number of their request', async () => {
    const calls = [call('wait'), call('wait')];
    const events = await play({ era: 'legacy' }, { calls, acts: [] });
    for (const number of [1, 2]) {
      const mine = events.filter((event) => event.call === number && 'exchange' in event);
      expect(new Set(mine.map((event) => 'exchange' in event && event.exchange)).size).toBe(1);
      expect(mine.map(({ kind }) => kind)).toEqual(['wire', 'http.response', 'wire', 'http.end']);
    }
  });

  test('after 15 s a response begins as a stream, and carries the answer when there is one', async () => {
    const events = await play({}, { calls: [call('long')], acts: [] });
    expect(of(events, 'http.response').at(-1)).toMatchObject({ t: 15, media: 'sse' });
    expect(of(events, 'wire').at(-1)).toMatchObject({ t: 20, via: 'sse', what: 'response' });
    expect(of(events, 'client.result')).toMatchObject([{ t: 20, text: 'done' }]);
  });

  test('a late stream that is stopped is closed by the client', async () => {
    const events = await play({}, { calls: [call('long')], acts: [{ ...stop, at: 16 }] });
    expect(of(events, 'http.closed')).toMatchObject([{ t: 16, call: 1 }]);
    expect(of(events, 'handler.exit')).toMatchObject([{ t: 16, outcome: 'cancelled' }]);
  });
});

describe('progress', () => {
  const notices = (events: TraceEvent[]) =>
    of(events, 'wire').filter(({ method }) => method === 'notifications/progress');

  test('opens a stream, over which the answer comes too', async () => {
    const events = await play({}, { calls: [call('tells')], acts: [] });
    expect(notices(events).map(({ t, via }) => [t, via])).toEqual([
      [0, 'sse'],
      [1, 'sse'],
    ]);
    expect(of(events, 'client.result')).toMatchObject([{ t: 1, text: 'done' }]);
  });

  test('is dropped where the response is one piece of JSON', async () => {
    const events = await play({ json_response: true }, { calls: [call('tells')], acts: [] });
    expect(notices(events)).toEqual([]);
    expect(of(events, 'client.result')).toMatchObject([{ t: 1, text: 'done' }]);
  });

  test('after the client has given up is harmless: it arrives in a session', async () => {
    const events = await play({ era: 'legacy' }, { calls: [call('tells')], acts: [stop] });
    expect(notices(events).map(({ t }) => t)).toEqual([0, 0.5]);
    expect(of(events, 'client.cancelled')).toHaveLength(1);
    expect(of(events, 'handler.exit')).toMatchObject([{ t: 0.5, outcome: 'cancelled' }]);
  });

  test('after the client has given up is harmless: it is dropped where the response is closed', async () => {
    const events = await play({}, { calls: [call('tells')], acts: [stop] });
    expect(notices(events).map(({ t }) => t)).toEqual([0]);
    expect(of(events, 'handler.exit')).toMatchObject([{ t: 0.5, outcome: 'cancelled' }]);
  });
});

test('a late reply is ignored, and the next call is answered', async () => {
  const calls = [call('wait'), call('wait', { at: 2 })];
  const events = await play({ era: 'legacy', stateless_http: true }, { calls, acts: [stop] });
  expect(of(events, 'result.dropped')).toMatchObject([{ call: 1, where: 'client', t: 1 }]);
  expect(of(events, 'client.result')).toMatchObject([{ call: 2, t: 3 }]);
});

test('the same script gives the same events', async () => {
  const script = { calls: [call('tells'), call('wait')], acts: [stop] };
  for (const era of ['modern', 'legacy'] as const)
    expect(await play({ era }, script)).toEqual(await play({ era }, script));
});

test('on the real clock the order of events is the same', async () => {
  const engine = wholeEngine();
  const source = BOOKSHOP.replaceAll('sleep(1)', 'sleep(0.02)');
  await engine.load({ language: 'typescript', source });
  const transport: HttpChoice = {
    kind: 'http',
    era: 'legacy',
    json_response: false,
    stateless_http: false,
  };
  const script: Script = { transport, calls: [call('wait')], acts: [{ ...stop, at: 0.005 }] };
  const kinds = async (clock: 'real' | 'virtual') => {
    const events: TraceEvent[] = [];
    await engine.run(script, clock, (batch) => events.push(...batch));
    return events.filter(({ call }) => call === 1).map(({ kind, who }) => `${who} ${kind}`);
  };
  expect((await kinds('real')).sort()).toEqual((await kinds('virtual')).sort());
});

const SWITCHES = [false, true].flatMap((json_response) =>
  [false, true].map((stateless_http) => ({ json_response, stateless_http })),
);

test.each(SWITCHES)('a handler that waits for ever is told as a deadlock: %o', async (switches) => {
  const engine = wholeEngine();
  const source = BOOKSHOP.replace('sleep(1)', 'sleep(Infinity)');
  await engine.load({ language: 'typescript', source });
  for (const era of ['modern', 'legacy'] as const) {
    const transport: HttpChoice = { kind: 'http', era, ...switches };
    const script: Script = { transport, calls: [call('wait')], acts: [] };
    const end = await engine.run(script, 'virtual', () => {});
    expect(end.outcome).toBe('deadlocked');
    expect(end.message).toContain('wait (tools/call)');
  }
});
