import { expect, test } from 'vitest';
import type { Case } from '../../content/claims.ts';
import { scriptOf } from './script.ts';

const call = { method: 'resources/read', target: 'order://Dune', arguments: {} } as const;
const facts: Case = { example: 'order_resource', on: [], events: [], end: 0 };

test('the example’s call, with the stops and the timeout of the case', () => {
  expect(scriptOf({ ...facts, stops: [0.5, 1] }, 'memory', { call })).toEqual({
    transport: { kind: 'memory' },
    calls: [{ ...call, read_timeout_seconds: null, at: 0 }],
    acts: [
      { at: 0.5, do: 'stop', call: 1 },
      { at: 1, do: 'stop', call: 1 },
    ],
  });
  expect(scriptOf({ ...facts, timeout: 2 }, 'memory', { call }).calls).toMatchObject([
    { read_timeout_seconds: 2 },
  ]);
});

test('calls of the case’s own', () => {
  const own = { target: 'order://Emma', arguments: {}, at: 1 };
  expect(scriptOf({ ...facts, calls: [own] }, 'memory', { call }).calls).toEqual([
    { ...own, method: 'resources/read', read_timeout_seconds: null },
  ]);
});

test('a transport by its name', () => {
  const over = (on: Case['on'][number]) => scriptOf(facts, on, { call }).transport;
  expect(over('stdio-legacy')).toEqual({ kind: 'stdio', era: 'legacy' });
  expect(over('http-modern')).toEqual({
    kind: 'http',
    era: 'modern',
    json_response: false,
    stateless_http: false,
  });
  expect(over('http-modern-json')).toMatchObject({ era: 'modern', json_response: true });
  expect(over('http-legacy-stateless')).toMatchObject({ era: 'legacy', stateless_http: true });
});
