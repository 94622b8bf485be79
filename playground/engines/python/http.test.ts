import { beforeAll, describe, expect, test } from 'vitest';
import type { EventOf, Kind, TraceEvent } from '../../trace/event.ts';
import type { Act, Call, HttpChoice, Script } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const HEAD = `\
import time
from contextlib import asynccontextmanager
import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
mcp = MCPServer("Bookshop")
holds: set[str] = set()
`;

const ORDER = `${HEAD}
@mcp.tool()
async def order_book(title: str) -> str:
    holds.add(title)
    try:
        await anyio.sleep(0.3)
        return "ordered"
    finally:
        with anyio.move_on_after(5, shield=True):
            await anyio.sleep(0.1)
            holds.discard(title)
`;

const HTTP: HttpChoice = {
  kind: 'http',
  era: 'modern',
  json_response: false,
  stateless_http: false,
};
const LEGACY: HttpChoice = { ...HTTP, era: 'legacy' };
const WAYS = (['modern', 'legacy'] as const).flatMap((era) =>
  [false, true].flatMap((json_response) =>
    [false, true].map((stateless_http): HttpChoice => ({
      kind: 'http',
      era,
      json_response,
      stateless_http,
    })),
  ),
);
const name = ({ era, json_response, stateless_http }: HttpChoice): string =>
  `${era}${json_response ? ' json_response' : ''}${stateless_http ? ' stateless_http' : ''}`;
const ways = WAYS.map((way) => [name(way), way] as const);

const call = (target: string, more: Partial<Call> = {}): Call => ({
  method: 'tools/call',
  target,
  arguments: {},
  read_timeout_seconds: null,
  at: 0,
  ...more,
});
const DUNE = { arguments: { title: 'Dune' } };
const stop = (at: number, number = 1): Act => ({ at, do: 'stop', call: number });

let engine: PythonEngine;
beforeAll(async () => {
  engine = new PythonEngine(nodeAssets);
  await engine.boot(() => {});
}, 180_000);

async function load(source: string): Promise<void> {
  expect(await engine.load({ language: 'python', source })).toMatchObject({ ok: true });
}

async function play(script: Partial<Script>, clock: 'real' | 'virtual' = 'virtual') {
  const events: TraceEvent[] = [];
  const whole = { transport: HTTP, calls: [], acts: [], ...script };
  const end = await engine.run(whole, clock, (batch) => events.push(...batch));
  return { events, end };
}

const of = <K extends Kind>(events: TraceEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

/** How a call ended for the client, in a word. */
const outcomes = (events: TraceEvent[], number = 1): string[] =>
  events
    .filter(({ kind, call }) => call === number && /^client\.(result|cancelled|error)$/.test(kind))
    .map(({ kind }) => kind);

describe('what crosses', () => {
  test('modern: the request with its headers, its answer, and no session', async () => {
    await load(ORDER);
    const { events } = await play({ calls: [call('order_book', DUNE)] });
    const [asked, answered] = of(events, 'wire').filter((event) => event.call === 1);
    expect(asked).toMatchObject({ dir: 'c2s', via: 'POST', what: 'request' });
    expect(asked!.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'order_book',
    });
    expect(JSON.parse(asked!.body!)).toMatchObject({ params: { name: 'order_book' } });
    expect(answered).toMatchObject({ dir: 's2c', via: 'json', what: 'response', t: 0.4 });
    expect(answered!.exchange).toBe(asked!.exchange);
    const heads = of(events, 'http.response').flatMap(({ headers }) => Object.keys(headers!));
    expect(heads).not.toContain('mcp-session-id');
    expect(of(events, 'http.request')).toEqual([]);
  });

  test('legacy: a session with its own stream, ended by a client that leaves properly', async () => {
    await load(ORDER);
    const { events } = await play({
      transport: LEGACY,
      calls: [call('order_book', DUNE)],
      acts: [{ at: 0.2, do: 'disconnect' }],
    });
    const session = of(events, 'http.response')[0]!.headers!['mcp-session-id'];
    expect(session).toMatch(/^[0-9a-f]{32}$/);
    const requests = of(events, 'http.request');
    expect(requests.map(({ verb, t }) => [verb, t])).toEqual([
      ['GET', 0],
      ['DELETE', 0.2],
    ]);
    expect(requests.every(({ headers }) => headers!['mcp-session-id'] === session)).toBe(true);
    expect(of(events, 'await.raise')[0]).toMatchObject({ t: 0.2, outcome: 'cancelled' });
  });

  test('legacy, without a goodbye: the session stays, and the handler never hears of it', async () => {
    await load(ORDER);
    const { events, end } = await play({
      transport: LEGACY,
      calls: [call('order_book', DUNE)],
      acts: [{ at: 0.2, do: 'drop' }],
    });
    expect(of(events, 'http.request').map(({ verb }) => verb)).toEqual(['GET']);
    expect(of(events, 'http.disconnect').filter((event) => event.call === 1)).toHaveLength(1);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 0.4, outcome: 'returned' });
    expect(of(events, 'result.dropped')[0]).toMatchObject({ where: 'server', value: 'ordered' });
    expect(end.t).toBe(0.4);
  });

  test('modern, with progress: the answer becomes a stream, and each event crosses when it is sent', async () => {
    await load(`${HEAD}
@mcp.tool()
async def report(ctx: Context) -> str:
    for i in range(3):
        await anyio.sleep(1)
        await ctx.report_progress(i)
    return "done"
`);
    const { events } = await play({ calls: [call('report')] });
    const back = of(events, 'wire').filter(({ dir, call }) => dir === 's2c' && call === 1);
    expect(back.map(({ t, via, what, method }) => [t, via, method ?? what])).toEqual([
      [1, 'sse', 'notifications/progress'],
      [2, 'sse', 'notifications/progress'],
      [3, 'sse', 'notifications/progress'],
      [3, 'sse', 'response'],
    ]);
  });

  test('the logs of the client are not the program’s output', async () => {
    await load(ORDER);
    const { events } = await play({ transport: LEGACY, calls: [call('order_book', DUNE)] });
    const logged = of(events, 'output').map(({ text }) => text);
    expect(logged.join('\n')).not.toMatch(/HTTP Request|Received session/);
    expect(logged.join('\n')).toContain('StreamableHTTP session manager started');
  });
});

describe('as the specification has it', () => {
  test.each(ways)('%s: a race of answer and stop has one outcome', async (_, transport) => {
    await load(ORDER);
    // Every moment at which something happens, and the moments just before and after.
    const moments = [0, 0.3, 0.4].flatMap((at) => [at - 1e-6, at, at + 1e-6]);
    for (const at of [0.1, 0.35, 0.5, ...moments.filter((at) => at >= 0)]) {
      const { events, end } = await play({
        transport,
        calls: [call('order_book', DUNE)],
        acts: [stop(at)],
      });
      expect(end.outcome).toBe('ended');
      const [outcome, ...others] = outcomes(events);
      expect(others).toEqual([]);
      expect(of(events, 'handler.exit')).toHaveLength(1);
      const answers = of(events, 'wire').filter(
        ({ dir, what, call }) => call === 1 && dir === 's2c' && what === 'response',
      );
      const dropped = of(events, 'result.dropped').filter(({ what }) => what === 'response');
      // An answer reaches the client, or somebody drops it; a handler that was cancelled has none.
      expect(outcome).toBe(answers.length > dropped.length ? 'client.result' : 'client.cancelled');
      expect(of(events, 'state').at(-1)!.values).toEqual({ holds: [] });
      expect(of(events, 'error')).toEqual([]);
    }
  });

  test.each(ways)(
    '%s: a stop of what has ended, or was never there, does nothing',
    async (_, transport) => {
      await load(ORDER);
      const calls = [call('order_book', DUNE), call('order_book', { ...DUNE, at: 0.5 })];
      const acts = [stop(0.6, 1), stop(0.6, 7)];
      const { events, end } = await play({ transport, calls, acts });
      expect(end.outcome).toBe('ended');
      expect([outcomes(events, 1), outcomes(events, 2)]).toEqual([
        ['client.result'],
        ['client.result'],
      ]);
      expect(of(events, 'cancel.notice')).toEqual([]);
    },
  );

  test.each(ways)(
    '%s: a stop before the connection cancels the call, not the handshake',
    async (_, transport) => {
      await load(ORDER);
      const events: TraceEvent[] = [];
      const script = { transport, calls: [call('order_book', DUNE)], acts: [] };
      const running = engine.run(script, 'virtual', (batch) => events.push(...batch));
      engine.act({ do: 'stop', call: 1 });
      expect((await running).outcome).toBe('ended');
      expect(outcomes(events)).toEqual(['client.cancelled']);
      const shaken = of(events, 'wire').filter(
        ({ call, dir, what }) => call === undefined && dir === 's2c' && what === 'response',
      );
      expect(shaken.length).toBeGreaterThan(0);
    },
  );

  test('a reason is passed on where a notification is', async () => {
    await load(ORDER);
    const stopped = { calls: [call('order_book', DUNE)], acts: [stop(0.1)] };
    const late = { calls: [call('order_book', { ...DUNE, read_timeout_seconds: 0.1 })] };
    for (const [script, reason] of [
      [stopped, 'caller cancelled'],
      [late, 'timed out after 0.1s'],
    ] as const) {
      const legacy = await play({ ...script, transport: LEGACY });
      expect(of(legacy.events, 'cancel.notice').map((notice) => notice.reason)).toEqual([reason]);
      const modern = await play(script);
      expect(of(modern.events, 'cancel.notice')).toEqual([]);
      expect(of(modern.events, 'http.disconnect')).toHaveLength(1);
    }
  });

  test('two stops of one call and a late answer: the first counts, the answer is dropped', async () => {
    await load(ORDER);
    const { events } = await play({
      transport: LEGACY,
      calls: [call('order_book', DUNE)],
      acts: [stop(0.1), stop(0.15)],
    });
    expect(of(events, 'await.raise').filter(({ what }) => what === 'sleep')).toHaveLength(1);
    expect(of(events, 'cancel.notice')).toHaveLength(2);
    expect(of(events, 'result.dropped')[0]).toMatchObject({ where: 'client', what: 'error' });
    expect(outcomes(events)).toEqual(['client.cancelled']);
  });

  test.each(ways)('%s: progress that comes after the end is harmless', async (_, transport) => {
    await load(`${HEAD}
late: list[Context] = []

@mcp.tool()
async def begin(ctx: Context) -> str:
    late.append(ctx)
    return "begun"

@mcp.tool()
async def report() -> str:
    await late[0].report_progress(1)
    return "reported"
`);
    const calls = [call('begin'), call('report', { at: 1 })];
    const { events, end } = await play({ transport, calls });
    expect(end.outcome).toBe('ended');
    expect(of(events, 'client.result').map(({ text }) => text)).toEqual(['begun', 'reported']);
  });
});

describe('the virtual clock', () => {
  const WAITS = `${HEAD}
@mcp.tool()
async def wait_for_ever() -> str:
    await anyio.sleep_forever()
    return "never"

@mcp.tool()
async def wait(seconds: float) -> str:
    await anyio.sleep(seconds)
    return "waited"

@mcp.tool()
def wait_in_thread(seconds: float) -> str:
    time.sleep(seconds)
    return "waited"
`;

  test.each(ways)('%s: pings are no reason to go on for ever', async (_, transport) => {
    await load(WAITS);
    const { end } = await play({ transport, calls: [call('wait_for_ever')] });
    expect(end.outcome).toBe('deadlocked');
    expect(end.message).toContain('wait_for_ever');
  });

  test.each([
    ['a handler', 'wait'],
    ['a thread', 'wait_in_thread'],
  ])('but %s that goes on after an hour is waited for', async (_, target) => {
    await load(WAITS);
    for (const transport of [HTTP, LEGACY]) {
      const calls = [call(target, { arguments: { seconds: 3600 } })];
      const { events, end } = await play({ transport, calls });
      expect(of(events, 'client.result')[0]).toMatchObject({ text: 'waited', t: 3600 });
      expect(end).toMatchObject({ outcome: 'ended', t: 3600 });
    }
  });
});

test('on the real clock a stop from outside closes the connection of a waiting handler', async () => {
  await load(ORDER.replace('sleep(0.3)', 'sleep(30)'));
  const events: TraceEvent[] = [];
  const waits = Promise.withResolvers<void>();
  const script = { transport: HTTP, calls: [call('order_book', DUNE)], acts: [] };
  const running = engine.run(script, 'real', (batch) => {
    events.push(...batch);
    if (batch.some(({ kind }) => kind === 'await.enter')) waits.resolve();
  });
  await waits.promise;
  engine.act({ do: 'stop', call: 1 });
  expect(await running).toMatchObject({ outcome: 'ended' });
  expect(of(events, 'http.closed')[0]).toMatchObject({ call: 1, by: 'client' });
  expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'cancelled' });
});

test('a server whose lifespan fails ends the run, and says how', async () => {
  await load(`${HEAD}
@asynccontextmanager
async def lifespan(server):
    raise ValueError("no database")
    yield

mcp = MCPServer("Bookshop", lifespan=lifespan)
`);
  const { events, end } = await play({ calls: [] });
  expect(end).toMatchObject({ outcome: 'failed', message: 'ValueError: no database' });
  expect(of(events, 'error')[0]).toMatchObject({ message: 'no database', fn: 'lifespan' });
});

test('what a lifespan holds is there for the calls, and given back after them', async () => {
  await load(`${HEAD}
@asynccontextmanager
async def lifespan(server):
    holds.add("open")
    yield
    holds.clear()

mcp = MCPServer("Bookshop", lifespan=lifespan)

@mcp.tool()
async def look() -> str:
    return ", ".join(holds)
`);
  for (const [, transport] of ways) {
    const { events } = await play({ transport, calls: [call('look')] });
    expect(of(events, 'client.result')[0]).toMatchObject({ text: 'open' });
    expect(of(events, 'state').at(-1)!.values).toEqual({ holds: [] });
  }
});
