import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fromRecording } from './recording.ts';
import { recorded, recordingOf } from './testing.ts';

describe('a recording in the words of a live run', () => {
  test('calls are numbers, state is one record, the SDK is left out', () => {
    const events = recorded('stdio-modern/order_book.two');
    expect(new Set(events.map(({ call }) => call))).toEqual(new Set([1, 2]));
    expect(events.some(({ kind }) => /request|handoff|client\.scope/.test(kind))).toBe(false);
    expect(events.filter(({ kind }) => kind === 'state').map((event) => event)).toMatchObject([
      { values: { holds: ['Dune'], offline: [] }, call: 1 },
      { values: { holds: ['Dune', 'Persuasion'], offline: [] }, call: 2 },
      { values: { holds: ['Persuasion'], offline: [] }, call: 1 },
      { values: { holds: [], offline: [] }, call: 2 },
    ]);
  });

  test('a task group’s children are tasks', () => {
    const awaits = recorded('memory/two_children.stop').filter(
      ({ kind }) => kind === 'await.enter',
    );
    expect(awaits.map(({ task }) => task)).toEqual(['child1', 'child2']);
  });

  test('shields that nest are told apart', () => {
    const shields = recorded('memory/nested_shields.stop').filter(({ kind }) =>
      kind.startsWith('shield'),
    );
    expect(shields).toMatchObject([
      { kind: 'shield.enter', scope: 1, limit: 5 },
      { kind: 'shield.enter', scope: 2, limit: 0.3 },
      { kind: 'shield.exit', scope: 2, limit: 0.3, cancelled_caught: true },
      { kind: 'shield.exit', scope: 1, limit: 5, cancelled_caught: false },
    ]);
  });

  test('a call says its method, a result whether it is an error', () => {
    expect(recorded('memory/order_prompt.stop')[0]).toMatchObject({ method: 'prompts/get' });
    expect(recorded('stdio-modern/order_book_raises.none').at(-1)).toMatchObject({
      kind: 'client.result',
      is_error: true,
    });
  });

  test('a word that nobody knows is an error', () => {
    const recording = recordingOf('memory/order_book.stop');
    const odd = { t: 0, kind: 'handler.pause', who: 'tool', call: 'A' };
    expect(() => fromRecording({ ...recording, events: [odd] })).toThrow('handler.pause');
  });

  test('every recording can be read, in order of time', () => {
    const root = new URL('../../content/recordings/', import.meta.url);
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('/') && name.endsWith('.json'))
      .map((name) => name.replace('.json', ''));
    expect(names.length).toBeGreaterThan(300);
    for (const name of names) {
      const times = recorded(name).map(({ t }) => t);
      expect(times.length).toBeGreaterThan(0);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
    }
  });
});
