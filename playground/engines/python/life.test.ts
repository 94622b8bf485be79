import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import type { Script } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const examples = new URL('../../../content/examples/', import.meta.url);
const source = (name: string): string =>
  readFileSync(new URL(`${name}/server.py`, examples), 'utf8');

/** Tells how much there is in the interpreter. */
const CENSUS = `
import gc
from mcp.server import MCPServer
mcp = MCPServer("Census")

@mcp.tool()
async def count() -> str:
    gc.collect()
    return str(len(gc.get_objects()))
`;

const call = (target: string, args: Record<string, unknown>, stopAt: number | null): Script => ({
  transport: { kind: 'stdio', era: 'modern' },
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

async function runs(count: number): Promise<void> {
  await engine.load({ language: 'python', source: source('order_book') });
  const order = call('order_book', { title: 'Dune' }, 0.5);
  for (let i = 0; i < count; i++) await engine.run(order, 'virtual', () => {});
  await engine.load({ language: 'python', source: source('never_asks') });
  const index = call('never_asks', { titles: ['Dune', 'Emma'] }, 0.5);
  for (let i = 0; i < count; i++) await engine.run(index, 'virtual', () => {});
  // Threads that are still at work when the run's server is killed.
  const left: Script = { ...index, acts: [{ at: 0.5, do: 'disconnect' }] };
  for (let i = 0; i < count; i++) await engine.run(left, 'virtual', () => {});
}

test('two hundred runs leave nothing behind', async () => {
  await runs(5);
  // The first answer imports what the client checks answers with.
  await census();
  const before = await census();
  await runs(67);
  expect(await census()).toBeLessThan(before * 1.02);
}, 120_000);
