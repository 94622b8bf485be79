import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import type { Script, TransportChoice } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const examples = new URL('../../../content/examples/', import.meta.url);
const source = (name: string): string =>
  readFileSync(new URL(`${name}/server.py`, examples), 'utf8');

/** Tells how much there is in the interpreter; and asks for a collector that would ruin it. */
const CENSUS = `
import gc
from mcp.server import MCPServer
mcp = MCPServer("Census")

@mcp.tool()
async def count() -> str:
    gc.enable()
    gc.collect()
    return str(len(gc.get_objects()))
`;

const STDIO: TransportChoice = { kind: 'stdio', era: 'modern' };

const call = (target: string, args: Record<string, unknown>, stopAt: number | null): Script => ({
  transport: STDIO,
  calls: [{ method: 'tools/call', target, arguments: args, read_timeout_seconds: null, at: 0 }],
  acts: stopAt === null ? [] : [{ at: stopAt, do: 'stop', call: 1 }],
});

let engine: PythonEngine;
beforeAll(async () => {
  engine = new PythonEngine(nodeAssets);
  await engine.boot(() => {});
}, 180_000);

async function census(): Promise<number> {
  await engine.load({ language: 'python', source: CENSUS });
  const events: TraceEvent[] = [];
  await engine.run(call('count', {}, null), 'virtual', (batch) => events.push(...batch));
  const result = events.find((event) => event.kind === 'client.result');
  return Number(result?.text);
}

async function runs(count: number, transport: TransportChoice): Promise<void> {
  const play = (script: Script) => engine.run({ ...script, transport }, 'virtual', () => {});
  await engine.load({ language: 'python', source: source('order_book') });
  const order = call('order_book', { title: 'Dune' }, 0.5);
  for (let i = 0; i < count; i++) await play(order);
  await engine.load({ language: 'python', source: source('never_asks') });
  const index = call('never_asks', { titles: ['Dune', 'Emma'] }, 0.5);
  for (let i = 0; i < count; i++) await play(index);
  // Threads that are still at work when the run's server is killed.
  const left: Script = { ...index, acts: [{ at: 0.5, do: 'disconnect' }] };
  for (let i = 0; i < count; i++) await play(left);
  // Over HTTP a session that nobody ended.
  const lost: Script = { ...order, acts: [{ at: 0.5, do: 'drop' }] };
  await engine.load({ language: 'python', source: source('order_book') });
  for (let i = 0; i < count; i++) await play(lost);
}

const HTTP = { kind: 'http', json_response: false, stateless_http: false } as const;

test.each<[string, TransportChoice]>([
  ['stdio', STDIO],
  ['HTTP', { ...HTTP, era: 'modern' }],
  ['HTTP with its JSON', { ...HTTP, era: 'modern', json_response: true }],
  ['legacy HTTP', { ...HTTP, era: 'legacy' }],
  ['legacy HTTP without sessions', { ...HTTP, era: 'legacy', stateless_http: true }],
])(
  'two hundred runs over %s leave nothing behind',
  async (_, transport) => {
    await runs(5, transport);
    // The first answer imports what the client checks answers with.
    await census();
    const before = await census();
    await runs(50, transport);
    // Caches fill; anything that a run left would be there two hundred times.
    expect(await census()).toBeLessThan(before + 2000);
  },
  240_000,
);
