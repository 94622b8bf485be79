import { describe, expect, test } from 'vitest';
import type { EventOf, Kind, TraceEvent } from '../../trace/event.ts';
import type { Act, Call, Script, TransportChoice } from '../engine.ts';
import { compile } from './compile.ts';
import { TypeScriptEngine } from './engine.ts';
import { Realm } from './realm.ts';
import { wholeEngine } from './whole.ts';

const HEAD = `
import * as anyio from 'anyio';
import { MCPServer } from 'mcp';
import * as time from 'time';
import { z } from 'zod';
const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();
`;
/** The line on which a program's own text begins. */
const FIRST = HEAD.split('\n').length;

const STDIO: TransportChoice = { kind: 'stdio', era: 'modern' };

const call = (target: string, more: Partial<Call> = {}): Call => ({
  method: 'tools/call',
  target,
  arguments: {},
  read_timeout_seconds: null,
  at: 0,
  ...more,
});
const stop = (at: number, number = 1): Act => ({ at, do: 'stop', call: number });

async function engineFor(body: string): Promise<TypeScriptEngine> {
  const engine = wholeEngine();
  await engine.boot(() => {});
  const loaded = await engine.load({ language: 'typescript', source: HEAD + body });
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]!.message);
  return engine;
}

async function run(body: string, script: Partial<Script>) {
  const engine = await engineFor(body);
  const events: TraceEvent[] = [];
  const whole = { transport: STDIO, calls: [], acts: [], ...script };
  const end = await engine.run(whole, 'virtual', (batch) => events.push(...batch));
  return { events, end, engine };
}

const of = <K extends Kind>(events: TraceEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

const printed = (events: TraceEvent[]): string[] =>
  of(events, 'output').flatMap(({ text }) => text.split('\n'));

const ORDER = `
mcp.tool('order_book', { inputSchema: { title: z.string() } }, async ({ title }) => {
  holds.add(title);
  try {
    await anyio.sleep(30);
    return 'ordered';
  } finally {
    await anyio.moveOnAfter(5, { shield: true }, async () => {
      await anyio.sleep(0.1);
      holds.delete(title);
      console.log('holds now:', holds.size);
    });
  }
});`;
const DUNE = { arguments: { title: 'Dune' } };

describe('giving up', () => {
  test('three timeouts in a row: each tells the server, each cleans up', async () => {
    const calls = [0, 2, 4].map((at) =>
      call('order_book', { ...DUNE, at, read_timeout_seconds: 1 }),
    );
    const { events } = await run(ORDER, { calls });
    expect(of(events, 'client.timeout').map(({ t }) => t)).toEqual([1, 3, 5]);
    expect(of(events, 'cancel.notice').map(({ t, reason }) => [t, reason])).toEqual([
      [1, 'timed out after 1s'],
      [3, 'timed out after 1s'],
      [5, 'timed out after 1s'],
    ]);
    expect(printed(events)).toEqual(['holds now: 0', 'holds now: 0', 'holds now: 0']);
  });

  test('a cancelled call gets no answer, and the client does not wait for one', async () => {
    const { events } = await run(ORDER, { calls: [call('order_book', DUNE)], acts: [stop(0.5)] });
    const answers = of(events, 'wire').filter(({ call: of, dir }) => of === 1 && dir === 's2c');
    expect(answers).toEqual([]);
    expect(of(events, 'client.cancelled')[0]!.t).toBe(0.5);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 0.6, outcome: 'cancelled' });
  });

  test('progress does not push the timeout back, asked for or not, and an endless reporter is cut', async () => {
    const body = `
mcp.tool('report', {}, async (_, ctx) => {
  for (let i = 0; ; i++) { await ctx.reportProgress(i); await anyio.sleep(0.3); }
});`;
    for (const progress of [true, false]) {
      const calls = [call('report', { read_timeout_seconds: 1, progress })];
      const { events } = await run(body, { calls });
      expect(of(events, 'client.timeout').map(({ t }) => t)).toEqual([1]);
      expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 1, outcome: 'cancelled' });
      const told = of(events, 'wire').filter(({ method }) => method === 'notifications/progress');
      expect(told).toHaveLength(progress ? 4 : 0);
    }
  });

  test('stop again, stop after the end, stop of a call that is not there: no error, no second effect', async () => {
    const { events, end } = await run(ORDER, {
      calls: [call('order_book', DUNE)],
      acts: [stop(0.5), stop(0.55), stop(3), stop(3, 7)],
    });
    expect(end.outcome).toBe('ended');
    expect(of(events, 'await.raise').map(({ t }) => t)).toEqual([0.5]);
    expect(of(events, 'client.stop').map(({ how }) => how)).toEqual(['scope', 'again', 'again']);
    expect(of(events, 'error')).toEqual([]);
  });

  test('the reason is passed on to the server and to the await that raises', async () => {
    const { events } = await run(ORDER, {
      calls: [call('order_book', DUNE)],
      acts: [{ ...stop(0.5), reason: 'the customer left' } as Act],
    });
    expect(of(events, 'cancel.notice')[0]!.reason).toBe('the customer left');
    expect(of(events, 'await.raise')[0]!.reason).toBe('the customer left');
  });

  test('fifty calls stopped one after the other leave nothing behind', async () => {
    const calls = Array.from({ length: 50 }, (_, i) => {
      return call('order_book', { at: i, arguments: { title: `Book ${i}` } });
    });
    const acts = calls.map((_, i) => stop(i + 0.5, i + 1));
    const { events } = await run(ORDER, { calls, acts });
    expect(of(events, 'handler.exit').every(({ outcome }) => outcome === 'cancelled')).toBe(true);
    expect(of(events, 'handler.exit')).toHaveLength(50);
    expect(of(events, 'state').at(-1)!.values).toEqual({ holds: [] });
  });

  test('a stop at every hundredth of a second has one outcome, and the hold is always released', async () => {
    const body = ORDER.replace('anyio.sleep(30)', 'anyio.sleep(0.3)');
    const engine = await engineFor(body);
    for (let i = 0; i <= 50; i++) {
      const events: TraceEvent[] = [];
      const acts = [stop(i / 100)];
      const script = { transport: STDIO, calls: [call('order_book', DUNE)], acts };
      await engine.run(script, 'virtual', (batch) => events.push(...batch));
      const results = of(events, 'client.result').length;
      expect(results + of(events, 'client.cancelled').length).toBe(1);
      const answers = of(events, 'wire').filter(
        ({ what, call }) => call === 1 && what === 'response',
      );
      expect(answers).toHaveLength(results);
      expect(of(events, 'state').at(-1)!.values).toEqual({ holds: [] });
    }
  });

  test('what was played can be played again to the same trace, live acts included', async () => {
    const engine = await engineFor(ORDER);
    const play = async (script: Script, act: boolean) => {
      const events: TraceEvent[] = [];
      const running = engine.run(script, 'virtual', (batch) => events.push(...batch));
      if (act) engine.act({ do: 'stop', call: 1 });
      return { end: await running, events };
    };
    const first = await play(
      { transport: STDIO, calls: [call('order_book', DUNE)], acts: [] },
      true,
    );
    expect(first.end.script.acts).toHaveLength(1);
    const second = await play(first.end.script, false);
    expect(of(second.events, 'handler.exit')).toEqual(of(first.events, 'handler.exit'));
    const third = await play(second.end.script, false);
    expect(third.events).toEqual(second.events);
  });
});

describe('in memory', () => {
  const memory: TransportChoice = { kind: 'memory' };

  test('the client waits for the cleanup', async () => {
    const calls = [call('order_book', DUNE)];
    const { events } = await run(ORDER, { transport: memory, calls, acts: [stop(0.5)] });
    expect(of(events, 'client.cancelled')[0]!.t).toBe(0.6);
    expect(of(events, 'wire')).toEqual([]);
  });

  test('arguments that do not fit are told to the client', async () => {
    const { events } = await run(ORDER, { transport: memory, calls: [call('order_book')] });
    expect(of(events, 'client.error')[0]).toMatchObject({ code: -32602 });
  });
});

describe('threads', () => {
  const index = (check: string) => `
mcp.tool('rebuild_index', { inputSchema: { titles: z.array(z.string()) } }, ({ titles }) => {
  for (const t of titles) {
    ${check}
    time.sleep(1);
    console.log('indexed', t);
  }
  return 'all';
});`;
  const titles = { arguments: { titles: ['a', 'b', 'c', 'd'] } };
  const script = { calls: [call('rebuild_index', titles)], acts: [stop(1.5)] };

  test('with the check: the unit in hand is finished, then it ends', async () => {
    const { events } = await run(index('anyio.fromThread.checkCancelled();'), script);
    expect(printed(events)).toEqual(['indexed a', 'indexed b']);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 2, outcome: 'cancelled' });
  });

  test('without it: all is done, the prints keep coming, and the value is dropped', async () => {
    const { events } = await run(index(''), script);
    expect(printed(events)).toEqual(['indexed a', 'indexed b', 'indexed c', 'indexed d']);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 4, outcome: 'returned' });
    expect(of(events, 'result.dropped')[0]).toMatchObject({ t: 4, where: 'server', value: 'all' });
    expect(of(events, 'client.result')).toEqual([]);
  });

  test('a check that is swallowed raises again', async () => {
    const { events } = await run(
      index('try { anyio.fromThread.checkCancelled(); } catch { console.log("swallowed"); }'),
      script,
    );
    expect(of(events, 'check').map(({ raised }) => raised)).toEqual([false, false, true, true]);
  });

  test('an abandoned thread goes on, and its side effect is seen', async () => {
    const { events } = await run(
      `
function slow() { time.sleep(2); console.log('done after all'); }
mcp.tool('leave', {}, async () => {
  await anyio.toThread.runSync(slow, { abandonOnCancel: true });
});`,
      { calls: [call('leave')], acts: [stop(0.5)] },
    );
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 0.5, outcome: 'cancelled' });
    expect(of(events, 'output').at(-1)).toMatchObject({ t: 2, text: 'done after all' });
  });

  test('checkCancelled where there is no worker thread fails as on AnyIO, at the line', async () => {
    const { events } = await run(
      `mcp.tool('wrong', {}, async () => { anyio.fromThread.checkCancelled(); return '?'; });`,
      { calls: [call('wrong')] },
    );
    expect(of(events, 'handler.exit')[0]).toMatchObject({
      outcome: 'raised',
      exc: 'NoEventLoopError',
      line: FIRST,
    });
    // The client learns no more than that it failed; the operator's log has the cause.
    expect(of(events, 'client.result')[0]).toMatchObject({
      is_error: true,
      text: 'Error executing tool wrong',
    });
    expect(of(events, 'output')[0]).toMatchObject({ stream: 'log' });
    expect(of(events, 'output')[0]!.text).toContain('NoEventLoopError');
  });
});

describe('cleanup', () => {
  test('a shield protects the code in it, not a task put into the cancelled group', async () => {
    const { events } = await run(
      `
async function release() { await anyio.sleep(0.1); console.log('released'); }
mcp.tool('both', {}, async () => {
  await anyio.createTaskGroup(async (tg) => {
    try { await anyio.sleep(30); } finally {
      await anyio.moveOnAfter(5, { shield: true }, async () => {
        tg.startSoon(release);
        await anyio.sleep(1);
        console.log('then a fresh group');
        await anyio.createTaskGroup(async (fresh) => { fresh.startSoon(release); });
      });
    }
  });
});`,
      { calls: [call('both')], acts: [stop(0.5)] },
    );
    expect(printed(events)).toEqual(['then a fresh group', 'released']);
  });

  test('return in finally: a warning, and nothing reaches the client on a wire', async () => {
    const body = `
mcp.tool('from_the_dead', {}, async () => {
  try { await anyio.sleep(5); } finally { return 'still here'; }
});`;
    const { events, engine } = await run(body, {
      calls: [call('from_the_dead')],
      acts: [stop(0.5)],
    });
    expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'returned' });
    expect(of(events, 'result.dropped')).toHaveLength(1);
    expect(of(events, 'client.result')).toEqual([]);
    const loaded = await engine.load({ language: 'typescript', source: HEAD + body });
    expect(loaded).toMatchObject({ ok: true, warnings: [{ line: FIRST + 2 }] });
  });
});

describe('programs that go wrong', () => {
  const load = async (source: string) => wholeEngine().load({ language: 'typescript', source });

  test('a syntax error has its line and column', async () => {
    const loaded = await load('const a = 1;\nconst b = ;\n');
    expect(loaded).toMatchObject({ ok: false, diagnostics: [{ line: 2, column: 11 }] });
  });

  test('a throw at load has its line', async () => {
    const loaded = await load(`${HEAD}\nthrow new Error('no stock');`);
    expect(loaded).toMatchObject({
      ok: false,
      diagnostics: [{ line: FIRST + 1, message: 'Error: no stock' }],
    });
  });

  test('a program without a server says how to build one', async () => {
    const loaded = await load('export {};');
    expect(loaded).toMatchObject({ ok: false });
    expect(!loaded.ok && loaded.diagnostics[0]!.message).toContain('new MCPServer');
  });

  test('an import of what is not there names what is', async () => {
    const loaded = await load(`import fs from 'node:fs';\n${HEAD}`);
    expect(!loaded.ok && loaded.diagnostics[0]).toMatchObject({ line: 1 });
    expect(!loaded.ok && loaded.diagnostics[0]!.message).toContain('anyio');
  });

  test('every task waits and no timer is set: the run says which', async () => {
    const { end } = await run(
      `mcp.tool('hang', {}, async () => { await new anyio.Event().wait(); });`,
      { calls: [call('hang')], acts: [stop(0.5)], transport: { kind: 'memory' } },
    );
    expect(end.outcome).toBe('ended');
    const stuck = await run(
      `
mcp.tool('hang', {}, async () => {
  await new anyio.CancelScope({ shield: true }).run(async () => { await anyio.sleepForever(); });
});`,
      { calls: [call('hang')], acts: [stop(0.5)] },
    );
    expect(stuck.end.outcome).toBe('deadlocked');
    expect(stuck.end.message).toContain('hang');
  });

  test('a client that waits for a handler that waits for ever is a deadlock over a wire too', async () => {
    const body = `mcp.tool('hang', {}, async () => { await new anyio.Event().wait(); });`;
    for (const kind of ['stdio', 'memory'] as const) {
      const transport: TransportChoice = kind === 'stdio' ? STDIO : { kind };
      const { end } = await run(body, { calls: [call('hang')], transport });
      expect(end.outcome).toBe('deadlocked');
      expect(end.message).toContain('hang (event)');
    }
  });

  test('a hundred thousand lines come in a few events, cut where there is no end', async () => {
    const { events } = await run(
      `
mcp.tool('print', {}, () => { for (let i = 0; i < 100_000; i++) console.log('line', i); });
mcp.tool('print_more', {}, () => { for (let i = 0; i < 400_000; i++) console.log('line', i); });`,
      { calls: [call('print')] },
    );
    expect(of(events, 'output').length).toBeLessThan(200);
    expect(printed(events)).toHaveLength(100_000);
  });

  test.each([
    ['a short one is not told: how soon it gives way is up to the machine', 12, 0],
    ['one that goes on and on is', 400, 1],
  ])('a computation on the virtual clock: %s', async (_, milliseconds, told) => {
    const { events } = await run(
      `
mcp.tool('compute', {}, async () => {
  const began = performance.now();
  while (performance.now() - began < ${milliseconds}) {}
});`,
      { calls: [call('compute')] },
    );
    expect(of(events, 'loop.blocked')).toHaveLength(told);
    expect(of(events, 'loop.freed')).toHaveLength(told);
  });

  test('state of one run does not leak into the next', async () => {
    const body = `mcp.tool('hold', {}, async () => { holds.add('x' + holds.size); });`;
    const { engine } = await run(body, { calls: [call('hold')] });
    const events: TraceEvent[] = [];
    const script = { transport: STDIO, calls: [call('hold')], acts: [] };
    await engine.run(script, 'virtual', (batch) => events.push(...batch));
    expect(of(events, 'state').at(-1)!.values).toEqual({ holds: ['x0'] });
  });

  test('a handler that swallows every cancellation leaves the host responsive, and its trace is cut', async () => {
    const engine = await engineFor(`
mcp.tool('stubborn', {}, async () => {
  while (true) { try { await anyio.sleep(0.5); } catch {} }
});`);
    let turns = 0;
    const events: TraceEvent[] = [];
    const script = { transport: STDIO, calls: [call('stubborn')], acts: [stop(1)] };
    void engine.run(script, 'virtual', (batch) => events.push(...batch));
    await new Promise<void>((resolve) => {
      const tick = () => (++turns < 20 ? setTimeout(tick, 0) : resolve());
      tick();
    });
    expect(events.length).toBeLessThan(25_000);
    engine.kill();
  });

  test.each([
    ['async', `mcp.tool('spin', {}, async () => { while (true) {} });`],
    ['plain', `mcp.tool('spin', {}, () => { while (true) {} });`],
  ])('a loop without an end in an %s handler leaves the host responsive', async (_, body) => {
    const engine = await engineFor(body);
    let ended = false;
    const script = { transport: STDIO, calls: [call('spin')], acts: [] };
    void engine.run(script, 'real', () => {}).then(() => (ended = true));
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    expect(ended).toBe(false);
    engine.kill();
  });
});

test('a run finds the world as the first one did, whatever another has left there', async () => {
  const source = `${HEAD}
globalThis.count = (globalThis.count ?? 0) + 1;
Array.prototype.last ??= 'first';
mcp.tool('count', {}, async () => { console.log(globalThis.count, [].last); [].__proto__.last = 'later'; });`;
  const engine = new TypeScriptEngine({ compiler: async () => compile, realm: new Realm() });
  await engine.boot(() => {});
  await engine.load({ language: 'typescript', source });
  for (let round = 0; round < 3; round++) {
    const events: TraceEvent[] = [];
    const script = {
      transport: { kind: 'memory', era: 'modern' } as const,
      calls: [call('count')],
      acts: [],
    };
    await engine.run(script, 'virtual', (batch) => events.push(...batch));
    expect(printed(events)).toEqual(['1 first']);
  }
  await new Promise((resolve) => setImmediate(resolve));
  await engine.load({ language: 'typescript', source: HEAD });
  await new Promise((resolve) => setTimeout(resolve));
  expect('count' in globalThis || 'last' in []).toBe(false);
});
