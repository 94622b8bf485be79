import { beforeAll, describe, expect, test } from 'vitest';
import type { EventOf, Kind, TraceEvent } from '../../trace/event.ts';
import type { Act, Call, Script, TransportChoice } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const HEAD = `\
import asyncio, contextvars, queue, threading, time
import anyio
from anyio import from_thread, to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Context
mcp = MCPServer("Bookshop")
holds: set[str] = set()
`;
/** The line on which a program's own text begins. */
const FIRST = HEAD.split('\n').length;

const STDIO: TransportChoice = { kind: 'stdio', era: 'modern' };
const MEMORY: TransportChoice = { kind: 'memory' };

const call = (target: string, more: Partial<Call> = {}): Call => ({
  method: 'tools/call',
  target,
  arguments: {},
  read_timeout_seconds: null,
  at: 0,
  ...more,
});
const stop = (at: number, number = 1): Act => ({ at, do: 'stop', call: number });

let engine: PythonEngine;
beforeAll(async () => {
  engine = new PythonEngine(nodeAssets);
  await engine.boot(() => {});
}, 180_000);

const load = (source: string) => engine.load({ language: 'python', source });

async function loadBody(body: string): Promise<void> {
  const loaded = await load(HEAD + body);
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]!.message);
}

async function play(script: Partial<Script>, clock: 'real' | 'virtual' = 'virtual') {
  const events: TraceEvent[] = [];
  const whole = { transport: STDIO, calls: [], acts: [], ...script };
  const end = await engine.run(whole, clock, (batch) => events.push(...batch));
  return { events, end };
}

async function run(body: string, script: Partial<Script>) {
  await loadBody(body);
  return play(script);
}

const of = <K extends Kind>(events: TraceEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

const printed = (events: TraceEvent[]): string[] =>
  of(events, 'output')
    .filter(({ stream }) => stream === 'stdout')
    .flatMap(({ text }) => text.split('\n'));

const ORDER = `
@mcp.tool()
async def order_book(title: str) -> str:
    holds.add(title)
    try:
        await anyio.sleep(30)
        return "ordered"
    finally:
        with anyio.move_on_after(5, shield=True):
            await anyio.sleep(0.1)
            holds.discard(title)
            print("holds now:", len(holds))
`;
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
    expect(of(events, 'client.error').map(({ code }) => code)).toEqual([-32001, -32001, -32001]);
    expect(printed(events)).toEqual(['holds now: 0', 'holds now: 0', 'holds now: 0']);
  });

  test('a cancelled call gets no answer, and the client does not wait for one', async () => {
    const { events, end } = await run(ORDER, {
      calls: [call('order_book', DUNE)],
      acts: [stop(0.5)],
    });
    const answers = of(events, 'wire').filter(({ call: of, dir }) => of === 1 && dir === 's2c');
    expect(answers).toEqual([]);
    expect(of(events, 'client.cancelled')[0]!.t).toBe(0.5);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 0.6, outcome: 'cancelled' });
    expect(end.t).toBe(0.6);
  });

  test('progress does not push the timeout back, asked for or not, and an endless reporter is cut', async () => {
    const body = `
@mcp.tool()
async def report(ctx: Context) -> str:
    i = 0
    while True:
        await ctx.report_progress(i)
        await anyio.sleep(0.3)
        i += 1
`;
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

  test('fifty calls stopped one after the other leave nothing behind', async () => {
    const calls = Array.from({ length: 50 }, (_, i) =>
      call('order_book', { at: i, arguments: { title: `Book ${i}` } }),
    );
    const acts = calls.map((_, i) => stop(i + 0.5, i + 1));
    const { events } = await run(ORDER, { calls, acts });
    expect(of(events, 'handler.exit').every(({ outcome }) => outcome === 'cancelled')).toBe(true);
    expect(of(events, 'handler.exit')).toHaveLength(50);
    expect(of(events, 'state').at(-1)!.values).toEqual({ holds: [] });
  });

  test('a stop at every fiftieth of a second has one outcome, and the hold is always released', async () => {
    await loadBody(ORDER.replace('anyio.sleep(30)', 'anyio.sleep(0.3)'));
    for (let i = 0; i <= 25; i++) {
      const { events } = await play({ calls: [call('order_book', DUNE)], acts: [stop(i / 50)] });
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
    await loadBody(ORDER);
    const events: TraceEvent[] = [];
    const script = { transport: STDIO, calls: [call('order_book', DUNE)], acts: [] };
    const running = engine.run(script, 'virtual', (batch) => events.push(...batch));
    engine.act({ do: 'stop', call: 1 });
    const first = await running;
    expect(first.script.acts).toHaveLength(1);
    const second = await play(first.script);
    expect(of(second.events, 'handler.exit')).toEqual(of(events, 'handler.exit'));
    const third = await play(second.end.script);
    expect(third.events).toEqual(second.events);
  });
});

describe('in memory', () => {
  test('the client waits for the cleanup', async () => {
    const calls = [call('order_book', DUNE)];
    const { events } = await run(ORDER, { transport: MEMORY, calls, acts: [stop(0.5)] });
    expect(of(events, 'client.cancelled')[0]!.t).toBe(0.6);
    expect(of(events, 'wire')).toEqual([]);
  });

  test('arguments that do not fit are told to the client', async () => {
    const { events } = await run(ORDER, { transport: MEMORY, calls: [call('order_book')] });
    expect(of(events, 'client.result')[0]).toMatchObject({ is_error: true });
    expect(of(events, 'handler.enter')).toEqual([]);
  });
});

describe('threads', () => {
  const index = (check: string) => `
@mcp.tool()
def rebuild_index(titles: list[str]) -> str:
    for t in titles:
        ${check}
        time.sleep(1)
        print("indexed", t)
    return "all"
`;
  const titles = { arguments: { titles: ['a', 'b', 'c', 'd'] } };
  const script = { calls: [call('rebuild_index', titles)], acts: [stop(1.5)] };

  test('with the check: the unit in hand is finished, then it ends', async () => {
    const { events } = await run(index('from_thread.check_cancelled()'), script);
    expect(printed(events)).toEqual(['indexed a', 'indexed b']);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 2, outcome: 'cancelled' });
  });

  test('without it: all is done, the prints keep coming, and the value is dropped', async () => {
    const { events } = await run(index('pass'), script);
    expect(printed(events)).toEqual(['indexed a', 'indexed b', 'indexed c', 'indexed d']);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 4, outcome: 'returned' });
    expect(of(events, 'result.dropped')[0]).toMatchObject({ t: 4, where: 'server', value: 'all' });
    expect(of(events, 'client.result')).toEqual([]);
  });

  test('a check that is swallowed raises again', async () => {
    const swallowed = `try:
            from_thread.check_cancelled()
        except BaseException:
            print("swallowed")`;
    const { events } = await run(index(swallowed), script);
    expect(of(events, 'check').map(({ raised }) => raised)).toEqual([false, false, true, true]);
  });

  test('an abandoned thread goes on, and its side effect is seen', async () => {
    const { events } = await run(
      `
def slow():
    time.sleep(2)
    print("done after all")

@mcp.tool()
async def leave() -> None:
    await to_thread.run_sync(slow, abandon_on_cancel=True)
`,
      { calls: [call('leave')], acts: [stop(0.5)] },
    );
    expect(of(events, 'handler.exit')[0]).toMatchObject({ t: 0.5, outcome: 'cancelled' });
    expect(of(events, 'output').at(-1)).toMatchObject({ t: 2, text: 'done after all' });
    expect(of(events, 'task.enter')[0]).toMatchObject({ who: 'thread', name: 'slow' });
  });

  test('check_cancelled where there is no worker thread fails as on AnyIO, at the line', async () => {
    const { events } = await run(
      `
@mcp.tool()
async def wrong() -> str:
    from_thread.check_cancelled()
    return "?"
`,
      { calls: [call('wrong')] },
    );
    expect(of(events, 'handler.exit')[0]).toMatchObject({
      outcome: 'raised',
      exc: 'NoEventLoopError',
      line: FIRST + 3,
    });
    expect(of(events, 'client.result')[0]).toMatchObject({ is_error: true });
    const [log] = of(events, 'output');
    expect(log).toMatchObject({ stream: 'log' });
    expect(log!.text).toContain('NoEventLoopError');
    // The traceback begins in the program: what called it is not the reader's.
    expect(log!.text).toContain(`File "server.py", line ${FIRST + 3}, in wrong`);
    expect(log!.text).not.toContain('func_metadata');
  });

  test('the standard library works on them: queues, events, joins, executors, timers', async () => {
    const { events } = await run(
      `
@mcp.tool()
def all_of_it() -> str:
    q, done, lock = queue.Queue(), threading.Event(), threading.RLock()
    def produce():
        for i in range(3):
            time.sleep(1)
            with lock:
                q.put(i)
        done.set()
    thread = threading.Thread(target=produce)
    thread.start()
    got = [q.get() for _ in range(3)]
    try:
        q.get(timeout=2)
    except queue.Empty:
        got.append("empty")
    thread.join()
    with lock, lock:
        pass
    return f"{got} {done.wait()} {time.monotonic() > 0} {thread.is_alive()}"

@mcp.tool()
async def more() -> str:
    first = await asyncio.to_thread(time.sleep, 1)
    loop = asyncio.get_running_loop()
    sums = await asyncio.gather(*(loop.run_in_executor(None, sum, [i, 1]) for i in range(3)))
    ticks = queue.SimpleQueue()
    threading.Timer(2, ticks.put, ["tick"]).start()
    return f"{first} {sums} {await to_thread.run_sync(ticks.get)}"

@mcp.tool()
def back() -> str:
    async def ask():
        await anyio.sleep(1)
        return threading.get_ident()
    here, there = threading.get_ident(), from_thread.run(ask)
    return f"{here != there} {from_thread.run_sync(lambda: threading.current_thread() is threading.main_thread())}"
`,
      { calls: [call('all_of_it'), call('more', { at: 10 }), call('back', { at: 20 })] },
    );
    expect(of(events, 'client.result').map(({ t, text }) => [t, text])).toEqual([
      [5, "[0, 1, 2, 'empty'] True True False"],
      [13, 'None [1, 2, 3] tick'],
      [21, 'True True'],
    ]);
  });

  test('each has its own thread-locals and context', async () => {
    const { events } = await run(
      `
local, var = threading.local(), contextvars.ContextVar("var", default=0)

@mcp.tool()
def own(number: int) -> str:
    before = getattr(local, "n", None), var.get()
    local.n = number
    var.set(number)
    time.sleep(1)
    return f"{before} {local.n} {var.get()}"
`,
      {
        calls: [
          call('own', { arguments: { number: 1 } }),
          call('own', { arguments: { number: 2 } }),
        ],
      },
    );
    expect(of(events, 'client.result').map(({ text }) => text)).toEqual([
      '(None, 0) 1 1',
      '(None, 0) 2 2',
    ]);
  });

  test("a blocking call on the loop's own stack holds the loop up, not the other threads", async () => {
    const { events } = await run(
      `
@mcp.tool()
async def blocks() -> str:
    time.sleep(2)
    return "done"

@mcp.tool()
def counts() -> None:
    for i in range(3):
        time.sleep(1)
        print(i)
`,
      { calls: [call('counts'), call('blocks', { at: 0.5 })], acts: [stop(1, 2)] },
    );
    expect(of(events, 'loop.blocked')[0]).toMatchObject({
      t: 0.5,
      what: 'sleep',
      fn: 'blocks',
      call: 2,
    });
    expect(of(events, 'loop.freed')[0]).toMatchObject({ t: 2.5 });
    expect(of(events, 'output').map(({ t }) => t)).toEqual([1, 2, 3]);
    expect(of(events, 'client.stop')[0]!.t).toBe(2.5);
  });
});

describe('what is seen', () => {
  test('tasks of a group, a group that fails, and the group that waits for them', async () => {
    const { events } = await run(
      `
async def fails():
    await anyio.sleep(1)
    raise ValueError("no stock")

async def waits():
    await anyio.sleep(30)

@mcp.tool()
async def both() -> str:
    async with anyio.create_task_group() as tg:
        tg.start_soon(waits)
        tg.start_soon(waits)
        tg.start_soon(fails)
    return "?"
`,
      { calls: [call('both')] },
    );
    expect(of(events, 'task.enter').map(({ name }) => name)).toEqual(['waits', 'waits 2', 'fails']);
    expect(
      of(events, 'task.exit')
        .map(({ name, outcome }) => [name, outcome])
        .sort(),
    ).toEqual([
      ['fails', 'raised'],
      ['waits 2', 'cancelled'],
      ['waits', 'cancelled'],
    ]);
    expect(of(events, 'await.enter').find(({ fn }) => fn === 'both')).toMatchObject({
      what: 'create_task_group',
    });
    expect(of(events, 'scope.cancel')[0]).toMatchObject({ t: 1 });
    expect(of(events, 'handler.exit')[0]).toMatchObject({
      outcome: 'raised',
      exc: 'ExceptionGroup',
    });
  });

  test('blocks as they are nested, however they are left', async () => {
    const { events } = await run(
      `
@mcp.tool()
async def blocks() -> str:
    for i in range(3):
        try:
            try:
                if i == 0:
                    continue
                await anyio.sleep(1)
                if i == 2:
                    return "out"
                raise KeyError(i)
            finally:
                holds.add(str(i))
        except KeyError as error:
            print("caught", error)
        else:
            print("never")
    return "end"
`,
      { calls: [call('blocks')] },
    );
    const seen = events.flatMap((event) => {
      switch (event.kind) {
        case 'block.enter':
          return [`+${event.block}`];
        case 'block.exit':
          return [`-${event.block} ${event.outcome}`];
        case 'finally.enter':
          return ['+finally'];
        case 'finally.exit':
          return [`-finally ${event.outcome}`];
        default:
          return [];
      }
    });
    expect(seen).toEqual([
      ...['+try', '+try', '-try returned', '+finally', '-finally returned', '-try returned'],
      ...['+try', '+try', '-try raised', '+finally', '-finally returned', '-try raised'],
      ...['+except', '-except returned'],
      ...['+try', '+try', '-try returned', '+finally', '-finally returned', '-try returned'],
    ]);
    expect(printed(events)).toEqual(['caught 1']);
  });

  test('an inner function that turns a cancellation into a value: the await of it returns', async () => {
    const { events } = await run(
      `
async def turns() -> str:
    try:
        await anyio.sleep(30)
    except asyncio.CancelledError:
        return "turned"

@mcp.tool()
async def outer() -> str:
    return await turns()
`,
      { calls: [call('outer')], acts: [stop(0.5)] },
    );
    expect(of(events, 'catch')[0]).toMatchObject({ fn: 'turns' });
    expect(of(events, 'await.return').map(({ fn, what }) => [fn, what])).toEqual([
      ['outer', 'turns'],
    ]);
    expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'returned', value: 'turned' });
    expect(of(events, 'result.dropped')).toHaveLength(1);
  });

  test('async with and async for tell of a wait only where there is one', async () => {
    const { events } = await run(
      `
async def numbers():
    yield 1
    await anyio.sleep(1)
    yield 2

@mcp.tool()
async def walks() -> str:
    async with asyncio.Lock(), asyncio.TaskGroup():
        async for n in numbers():
            print(n)
    return "end"
`,
      { calls: [call('walks')] },
    );
    const awaits = events.filter(({ kind }) => kind.startsWith('await.'));
    expect(awaits.map((event) => [event.kind, 'what' in event && event.what, event.fn])).toEqual([
      // The program's own function begins inside, so the await of it is told.
      ['await.enter', 'numbers', 'walks'],
      ['await.return', 'numbers', 'walks'],
      ['await.enter', 'numbers', 'walks'],
      ['await.enter', 'sleep', 'numbers'],
      ['await.return', 'sleep', 'numbers'],
      ['await.return', 'numbers', 'walks'],
    ]);
  });

  test('values of every kind, and only data', async () => {
    const { events } = await run(
      `
from collections import Counter, deque
stock = {"Dune": 1, "Emma": [1, (2, 3)]}
sold, last, count, price, closed = Counter(), deque([1]), 0, 1.5, False
class Shop: pass
shop, nothing, sleep = Shop(), None, anyio.sleep

@mcp.tool()
def sells(title: str) -> None:
    global count
    stock[title] -= 1
    count += 1
    last.append(title)
`,
      { calls: [call('sells', DUNE)] },
    );
    expect(of(events, 'state').at(-1)!.values).toEqual({
      holds: [],
      stock: { Dune: 0, Emma: [1, [2, 3]] },
      sold: {},
      last: [1, 'Dune'],
      count: 1,
      price: 1.5,
      closed: false,
      nothing: null,
    });
    // Each after the line that made it so.
    expect(of(events, 'state').map(({ line }) => line! - FIRST)).toEqual([10, 11, 12]);
  });

  test('a handler behind decorators, as a method, with dependencies', async () => {
    const { events } = await run(
      `
import functools
def loud(function):
    @functools.wraps(function)
    async def wrapper(*args, **kwargs):
        print("before")
        return await function(*args, **kwargs)
    return wrapper

@mcp.tool()
@loud
async def decorated() -> str:
    await anyio.sleep(1)
    return "decorated"

class Shop:
    async def order(self, title: str) -> str:
        await anyio.sleep(1)
        return title
mcp.tool(name="order")(Shop().order)
`,
      { calls: [call('decorated'), call('order', { ...DUNE, at: 2 })] },
    );
    expect(of(events, 'handler.enter').map(({ fn, target }) => [fn, target])).toEqual([
      ['wrapper', 'decorated'],
      ['Shop.order', 'order'],
    ]);
    expect(of(events, 'handler.exit').map(({ t, value }) => [t, value])).toEqual([
      [1, 'decorated'],
      [3, 'Dune'],
    ]);
  });
});

describe('programs that go wrong', () => {
  test('a syntax error has its line and column', async () => {
    const loaded = await load('a = 1\nb = = 2\n');
    expect(loaded).toMatchObject({ ok: false, diagnostics: [{ line: 2, column: 5 }] });
  });

  test('a raise at load has its line and column', async () => {
    const loaded = await load(`${HEAD}\nx = 1; raise ValueError("no stock")`);
    expect(loaded).toMatchObject({
      ok: false,
      diagnostics: [{ line: FIRST + 1, column: 8, message: 'ValueError: no stock' }],
    });
  });

  test('an import of what is not there has its line', async () => {
    const loaded = await load('import nothing_of_the_kind\n');
    expect(loaded).toMatchObject({ ok: false, diagnostics: [{ line: 1 }] });
  });

  test('a program without a server says how to build one', async () => {
    const loaded = await load('x = 1');
    expect(!loaded.ok && loaded.diagnostics[0]!.message).toContain('MCPServer("Bookshop")');
  });

  test('one that runs its server itself is served all the same', async () => {
    const loaded = await load(`${HEAD}${ORDER}\nmcp.run()\nprint("never")`);
    expect(loaded).toMatchObject({ ok: true, server: { tools: [{ name: 'order_book' }] } });
    const guarded = await load(`${HEAD}${ORDER}\nif __name__ == "__main__":\n    mcp.run()`);
    expect(guarded).toMatchObject({ ok: true });
  });

  test('return in finally: a warning, and nothing reaches the client on a wire', async () => {
    const body = `
@mcp.tool()
async def from_the_dead() -> str:
    try:
        await anyio.sleep(5)
    finally:
        return "still here"
`;
    const { events } = await run(body, { calls: [call('from_the_dead')], acts: [stop(0.5)] });
    expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'returned' });
    expect(of(events, 'finally.exit')[0]).toMatchObject({ outcome: 'returned' });
    expect(of(events, 'result.dropped')).toHaveLength(1);
    expect(of(events, 'client.result')).toEqual([]);
    expect(await load(HEAD + body)).toMatchObject({ ok: true, warnings: [{ line: FIRST + 6 }] });
  });

  test('every task waits and no timer is set: the run says which', async () => {
    const { end } = await run(
      `
@mcp.tool()
async def hang() -> None:
    with anyio.CancelScope(shield=True):
        await anyio.sleep_forever()
`,
      { calls: [call('hang')], acts: [stop(0.5)] },
    );
    expect(end.outcome).toBe('deadlocked');
    expect(end.message).toContain('hang (sleep_forever)');
    const thread = await run(
      `
@mcp.tool()
def hang() -> None:
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
`,
      { calls: [call('hang')] },
    );
    expect(thread.end.outcome).toBe('deadlocked');
  });

  test.each([
    ['a leaked scope', 'anyio.CancelScope().__enter__()'],
    ["a cancel of the server's own task", 'asyncio.current_task().cancel()'],
    ['an error in a task that nobody awaits', 'asyncio.create_task(fails())'],
    ['SystemExit', 'raise SystemExit(3)'],
    ['an error in a thread', 'threading.Thread(target=lambda: 1 / 0).start()'],
    ['a cancel of every task', '[task.cancel() for task in asyncio.all_tasks()]'],
  ])('%s ends that run with a word, and the next run works', async (_, line) => {
    const { events, end } = await run(
      `
async def fails():
    raise ValueError("nobody saw it")

@mcp.tool()
async def breaks() -> str:
    ${line}
    await anyio.sleep(1)
    return "done"
`,
      { calls: [call('breaks')] },
    );
    const told = of(events, 'client.result').length + of(events, 'client.error').length;
    expect(told + of(events, 'error').length + (end.message ? 1 : 0)).toBeGreaterThan(0);
    const next = await run(ORDER, { calls: [call('order_book', DUNE)], acts: [stop(0.5)] });
    expect(of(next.events, 'handler.exit')[0]).toMatchObject({ t: 0.6, outcome: 'cancelled' });
  });

  test('a lifespan that fails', async () => {
    await load(`${HEAD}
from contextlib import asynccontextmanager
@asynccontextmanager
async def lifespan(server):
    raise OSError("no database")
    yield
mcp = MCPServer("Bookshop", lifespan=lifespan)
${ORDER}`);
    for (const transport of [STDIO, MEMORY]) {
      const { end, events } = await play({ transport, calls: [call('order_book', DUNE)] });
      expect(end.outcome).toBe('failed');
      expect(of(events, 'error')[0]).toMatchObject({ message: 'no database' });
    }
  });

  test('a hundred thousand lines come in a few events', async () => {
    const { events } = await run(
      `
@mcp.tool()
def prints() -> None:
    for i in range(100_000):
        print("line", i)
`,
      { calls: [call('prints')] },
    );
    expect(of(events, 'output').length).toBeLessThan(2000);
    expect(printed(events)).toHaveLength(100_000);
  }, 60_000);
});

test('a program may seal what it hands out', async () => {
  const { events } = await run(
    `
from mcp.server.request_state import AESGCMRequestStateCodec

@mcp.tool()
async def seals() -> str:
    codec = AESGCMRequestStateCodec([b"k" * 32])
    return codec.unseal(codec.seal(b"the state")).decode()
`,
    { calls: [call('seals')] },
  );
  expect(of(events, 'client.result')[0]).toMatchObject({ text: 'the state' });
});

describe('on the virtual clock', () => {
  // As an import does, or the whole of a run on a machine with much else to do.
  test('the SDK may compute for longer than the program before that takes time', async () => {
    await loadBody(`
from afterstop.clock import VirtualClock

clock = VirtualClock()
clock.spend(3, by_program=False)
clock.spend(0.4, by_program=True)
assert clock.now() == 0
clock.spend(0.4, by_program=True)
assert clock.now() == 0.4
clock.jump(1)
clock.spend(4, by_program=False)
assert clock.now() == 1
clock.spend(4, by_program=False)
assert clock.now() == 5
`);
  });

  test('a program that never waits comes to what is set for later', async () => {
    const { events } = await run(
      `
@mcp.tool()
def spins() -> None:
    while True:
        pass
`,
      { calls: [call('spins')], acts: [{ at: 0.5, do: 'disconnect' }] },
    );
    expect(of(events, 'client.close')).toHaveLength(1);
  }, 60_000);
});

describe('on the real clock', () => {
  test('a stop from outside reaches a waiting handler', async () => {
    await loadBody(ORDER);
    const events: TraceEvent[] = [];
    const script = { transport: STDIO, calls: [call('order_book', DUNE)], acts: [] };
    const waits = Promise.withResolvers<void>();
    const running = engine.run(script, 'real', (batch) => {
      events.push(...batch);
      if (of(events, 'await.enter').length > 0) waits.resolve();
    });
    await waits.promise;
    engine.act({ do: 'stop', call: 1 });
    const end = await running;
    expect(end).toMatchObject({ outcome: 'ended', script: { acts: [{ do: 'stop', call: 1 }] } });
    expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'cancelled' });
    expect(of(events, 'shield.enter')[0]).toMatchObject({ limit: 5 });
  });

  test.each([
    ['plain', 'def', 'from_thread.check_cancelled()'],
    ['async', 'async def', 'await anyio.sleep(0)'],
  ])('a %s handler that is busy gives way: a stop ends it', async (_, def, check) => {
    await loadBody(`
@mcp.tool()
${def} spin() -> None:
    n = 0
    while True:
        n += 1
        if n % 1000 == 0:
            ${check}
`);
    const script = { transport: STDIO, calls: [call('spin')], acts: [] };
    const events: TraceEvent[] = [];
    const entered = Promise.withResolvers<void>();
    const running = engine.run(script, 'real', (batch) => {
      events.push(...batch);
      if (of(events, 'handler.enter').length > 0) entered.resolve();
    });
    await entered.promise;
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
    engine.act({ do: 'stop', call: 1 });
    expect(await running).toMatchObject({ outcome: 'ended' });
    expect(of(events, 'handler.exit')[0]).toMatchObject({ outcome: 'cancelled' });
  });
});
