import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare } from '../../trace/compare.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { fromRecording, type Recording } from '../../trace/recording.ts';
import type { EngineInfo, Script } from '../engine.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

const content = new URL('../../../content/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, content), 'utf8');

const order: Script = {
  transport: { kind: 'stdio', era: 'modern' },
  calls: [
    {
      method: 'tools/call',
      target: 'order_book',
      arguments: { title: 'Dune' },
      read_timeout_seconds: null,
      at: 0,
    },
  ],
  acts: [{ at: 0.5, do: 'stop', call: 1 }],
};

/** As in a browser without JavaScript Promise Integration: Python cannot leave its stack. */
describe('where stacks cannot be switched', () => {
  let engine: PythonEngine;
  let info: EngineInfo;
  beforeAll(async () => {
    Reflect.deleteProperty(WebAssembly, 'Suspending');
    Reflect.deleteProperty(WebAssembly, 'promising');
    engine = new PythonEngine(nodeAssets);
    info = await engine.boot(() => {});
  }, 180_000);

  const load = (example: string) =>
    engine.load({ language: 'python', source: text(`examples/${example}/server.py`) });

  test('the engine says what the browser lacks', () => {
    expect(info.lacks).toEqual([expect.stringContaining('JavaScript Promise Integration')]);
  });

  test('an async tool runs as on native CPython', async () => {
    await load('order_book');
    const events: TraceEvent[] = [];
    await engine.run(order, 'virtual', (batch) => events.push(...batch));
    const native = JSON.parse(text('recordings/stdio-modern/order_book.stop.json')) as Recording;
    expect(compare(events, fromRecording(native))).toMatchObject({ same: true });
  });

  test('a plain tool fails, and says why', async () => {
    await load('rebuild_index');
    const events: TraceEvent[] = [];
    const calls = [
      { ...order.calls[0]!, target: 'rebuild_index', arguments: { titles: ['Dune'] } },
    ];
    const script = { ...order, calls, acts: [] };
    const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
    expect(end.outcome).toBe('ended');
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'client.result', is_error: true }),
    );
    const error = events.find((event) => event.kind === 'error');
    expect(error).toMatchObject({ where: 'engine' });
    expect(error).toMatchObject({ message: expect.stringContaining('Promise Integration') });
  });

  test('on the real clock a stop from outside reaches a waiting handler', async () => {
    await load('order_book');
    const events: TraceEvent[] = [];
    const waits = Promise.withResolvers<void>();
    const running = engine.run({ ...order, acts: [] }, 'real', (batch) => {
      events.push(...batch);
      if (batch.some(({ kind }) => kind === 'await.enter')) waits.resolve();
    });
    await waits.promise;
    engine.act({ do: 'stop', call: 1 });
    expect(await running).toMatchObject({ outcome: 'ended' });
    expect(events.find(({ kind }) => kind === 'handler.exit')).toMatchObject({
      outcome: 'cancelled',
    });
  });
});
