import { describe, expect, test } from 'vitest';
import type { HttpChoice } from '../engines/engine.ts';
import {
  CONNECTIONS,
  connectionOf,
  transportData,
  transportName,
  withConnection,
  withSwitch,
} from './transport.ts';

const http: HttpChoice = {
  kind: 'http',
  era: 'modern',
  json_response: false,
  stateless_http: false,
};

describe('the transport of a figure', () => {
  test('every connection of the list leads to a transport that is shown as it', () => {
    for (const { value, name } of CONNECTIONS) {
      const transport = withConnection({ kind: 'memory' }, value);
      expect(connectionOf(transport)).toBe(value);
      expect(transportName(transport)).toBe(name);
    }
  });

  test('a switch stays while the era changes, and goes with the wire that has it', () => {
    const json = withSwitch(http, 'json_response', true);
    const legacy = withConnection(json, 'http-legacy');
    expect(legacy).toEqual({ ...json, era: 'legacy' });
    expect(transportName(legacy)).toBe('HTTP, json_response, 2025 era');
    expect(withConnection(legacy, 'stdio-legacy')).toEqual({ kind: 'stdio', era: 'legacy' });
    expect(withConnection({ kind: 'stdio', era: 'legacy' }, 'http')).toEqual(http);
  });

  test('attributes say kind, era and what is switched on, and nothing that does not apply', () => {
    expect(transportData({ kind: 'memory' })).toEqual({ 'data-transport': 'memory' });
    expect(transportData({ ...http, era: 'legacy', stateless_http: true })).toEqual({
      'data-transport': 'http',
      'data-era': 'legacy',
      'data-switches': 'stateless_http',
    });
  });
});
