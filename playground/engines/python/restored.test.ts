import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const source = readFileSync(
  new URL('../../../content/examples/rebuild_index/server.py', import.meta.url),
  'utf8',
);

/** The answer makes the SDK import and compile what it has put off, with a thread's stack beside the loop's. */
it('answers a plain tool from a snapshot, again and again', { timeout: 120_000 }, async () => {
  let dropped: string | null = null;
  const keeper = { keep: () => {}, drop: (reason: string) => (dropped = reason) };
  const engine = new PythonEngine(nodeAssets, keeper);
  await engine.boot(() => {});
  expect(dropped).toBeNull();
  for (let run = 0; run < 3; run++) {
    await engine.load({ language: 'python', source });
    const events: TraceEvent[] = [];
    const call = {
      method: 'tools/call' as const,
      target: 'rebuild_index',
      arguments: { titles: ['Dune', 'Emma', 'Ubik'] },
      read_timeout_seconds: null,
      at: 0,
    };
    const script = {
      transport: { kind: 'stdio', era: 'modern' } as const,
      calls: [call],
      acts: [],
    };
    const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
    expect(end).toMatchObject({ outcome: 'ended', t: 3 });
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'client.result', text: 'Indexed 3 books.' }),
    );
  }
});
