import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import type { ClockKind, Script, TransportChoice } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

/** Counts what it has been asked, and tells when its module ran: `datetime` reads the machine's own clock. */
const COUNTS = `
import datetime
import time
import anyio
from mcp.server import MCPServer
mcp = MCPServer("Counts")
asked: list[str] = []
since = (lambda began: lambda: time.monotonic() - began)(time.monotonic())
print(datetime.datetime.now().timestamp())

@mcp.tool()
async def count(what: str) -> str:
    asked.append(what)
    await anyio.sleep(1)
    return f"{len(asked)} after {round(since(), 6)}"
`;

const STDIO: TransportChoice = { kind: 'stdio', era: 'modern' };

const asks = (what: string, transport: TransportChoice = STDIO): Script => ({
  transport,
  calls: [
    {
      method: 'tools/call',
      target: 'count',
      arguments: { what },
      read_timeout_seconds: null,
      at: 0,
    },
  ],
  acts: [],
});

let engine: PythonEngine;
beforeAll(async () => {
  engine = new PythonEngine(nodeAssets);
  await engine.boot(() => {});
}, 180_000);
beforeEach(() => load(COUNTS));

async function load(source: string): Promise<void> {
  const loaded = await engine.load({ language: 'python', source });
  if (!loaded.ok) throw new Error(loaded.diagnostics[0]!.message);
}

async function play(script: Script, clock: ClockKind = 'virtual') {
  const asked = Date.now() / 1000;
  const events: TraceEvent[] = [];
  const end = await engine.run(script, clock, (batch) => events.push(...batch));
  const [first] = events;
  const wasReady = first?.kind === 'output' && Number(first.text) < asked;
  const result = events.find((event) => event.kind === 'client.result')?.text;
  return { events, end, wasReady, result };
}

/** As long as a reader takes to ask for the next run, at least. */
const moment = () => pause(100);

/** All that happened, but for what the module told of the machine's clock. */
const withoutTime = (events: TraceEvent[]) =>
  events.map((event) => (event.kind === 'output' ? { ...event, text: '' } : event));

test('a run that was made ready is like one that was not', async () => {
  const first = await play(asks('Dune'));
  const second = await play(asks('Dune'));
  await moment();
  const ready = await play(asks('Dune'));
  expect([second.wasReady, ready.wasReady]).toEqual([false, true]);
  expect(ready.result).toBe('1 after 1.0');
  for (const { events, end } of [first, second]) {
    expect(withoutTime(ready.events)).toEqual(withoutTime(events));
    expect(ready.end).toEqual(end);
  }
});

test('the next run may be another', async () => {
  await play(asks('Dune'));
  await moment();
  const other = await play(asks('Emma', { kind: 'memory' }));
  expect([other.wasReady, other.result]).toEqual([false, '1 after 1.0']);
  await moment();
  const real = await play(asks('Emma', { kind: 'memory' }), 'real');
  expect(real.wasReady).toBe(false);
  expect(real.end.outcome).toBe('ended');
  await moment();
  expect((await play(asks('Emma'), 'virtual')).wasReady).toBe(false);
  await moment();
  await load(COUNTS.replace('after', 'past'));
  await moment();
  const changed = await play(asks('Emma'));
  expect([changed.wasReady, changed.result]).toEqual([true, '1 past 1.0']);
});

test('what is asked for while the run waits for its turn is heard', async () => {
  // The module computes for long enough that the host has turns meanwhile.
  await load(`${COUNTS}\nfor _ in range(100_000):\n    pass\n`);
  await play(asks('Dune'));
  await pause(30);
  const run = play(asks('Dune'));
  engine.act({ do: 'stop', call: 1 });
  const { events, end } = await run;
  expect(events.some((event) => event.kind === 'client.stop')).toBe(true);
  expect(end.script.acts).toEqual([{ at: 0, do: 'stop', call: 1 }]);
});

test('a module that starts a thread is not run before it is asked for', async () => {
  await load(
    `${COUNTS}\nimport threading\nthreading.Thread(target=time.sleep, args=(5,)).start()\n`,
  );
  await play(asks('Dune'));
  await moment();
  const { wasReady, result, end } = await play(asks('Dune'));
  expect([wasReady, result, end.outcome]).toEqual([false, '1 after 1.0', 'ended']);
});

test('a module that fails while it is made ready spoils no run', async () => {
  // It runs once to be loaded, once for the first run, and then between the runs.
  await load(`import sys
sys.times = getattr(sys, "times", 0) + 1
if sys.times == 3:
    raise ValueError("no")
${COUNTS}`);
  await play(asks('Dune'));
  await moment();
  const { wasReady, result } = await play(asks('Dune'));
  expect([wasReady, result]).toEqual([false, '1 after 1.0']);
});
