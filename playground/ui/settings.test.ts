import { describe, expect, test } from 'vitest';
import type { Example } from '../example.ts';
import { same, scriptFor, settingsOf, stopTime, withCall, withStopAt } from './settings.ts';

const example: Example = {
  name: 'order_book',
  group: 'Cleanup',
  title: 'Hold a book',
  summary: '',
  sources: { typescript: '', python: '' },
  call: { method: 'tools/call', target: 'order_book', arguments: { title: 'Dune' } },
  stopAt: 0.5,
  timeout: 1,
  recording: null,
};

describe('what a control plays', () => {
  const settings = settingsOf(example);

  test('Run on the real clock leaves the stop to the reader', () => {
    const script = scriptFor('run', settings, 'real');
    expect(script.acts).toEqual([]);
    expect(script.calls[0]).toMatchObject({ target: 'order_book', read_timeout_seconds: null });
  });

  test("Run on the virtual clock plays the example's own stop", () => {
    expect(scriptFor('run', settings, 'virtual').acts).toEqual([{ at: 0.5, do: 'stop', call: 1 }]);
  });

  test('Timeout gives the call its limit and does not stop it besides', () => {
    const script = scriptFor('timeout', settings, 'virtual');
    expect(script.calls[0]?.read_timeout_seconds).toBe(1);
    expect(script.acts).toEqual([]);
  });

  test('a client that leaves does so when it would have stopped, and does nothing else', () => {
    expect(scriptFor('disconnect', settings, 'real').acts).toEqual([{ at: 0.5, do: 'disconnect' }]);
    const later = { ...settings, script: withStopAt(settings.script, 2) };
    expect(scriptFor('drop', later, 'virtual').acts).toEqual([{ at: 2, do: 'drop' }]);
    const never = { ...settings, script: withStopAt(settings.script, null) };
    expect(scriptFor('disconnect', never, 'virtual').acts).toEqual([{ at: 0.5, do: 'disconnect' }]);
  });

  test('Replay plays the script as it stands', () => {
    expect(scriptFor('replay', settings, 'real')).toBe(settings.script);
  });
});

describe('changing a script', () => {
  const { script } = settingsOf(example);

  test('one stop is moved, or taken out, and a disconnect stays', () => {
    const both = { ...script, acts: [...script.acts, { at: 2, do: 'disconnect' as const }] };
    expect(withStopAt(both, 3).acts).toEqual([
      { at: 2, do: 'disconnect' },
      { at: 3, do: 'stop', call: 1 },
    ]);
    expect(withStopAt(both, null).acts).toEqual([{ at: 2, do: 'disconnect' }]);
    expect(stopTime(withStopAt(both, null))).toBeNull();
  });

  test('undoing a change gives the same script again', () => {
    const changed = withCall(script, { arguments: { title: 'Emma' } });
    expect(same(changed, script)).toBe(false);
    expect(same(withCall(changed, { arguments: { title: 'Dune' } }), script)).toBe(true);
  });
});

test('sameness looks at values, not at the order of keys', () => {
  expect(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toBe(true);
  expect(same([], {})).toBe(false);
  expect(same({ a: undefined }, { b: undefined })).toBe(false);
  expect(same([1, 2], [1, 2, 3])).toBe(false);
});
