import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Case } from '../../content/claims.ts';
import { fromRecording, type Recording } from '../trace/recording.ts';
import { layOver, recordingOf } from './overlay.ts';

const native = JSON.parse(
  readFileSync(
    new URL('../../content/recordings/stdio-modern/order_book.stop.json', import.meta.url),
    'utf8',
  ),
) as Recording;
const events = fromRecording(native);
const made = `CPython ${native.versions['python']}, mcp ${native.versions['mcp']}`;

test('a run that is as recorded says how many events are the same, and on what', () => {
  const { same, text } = layOver(events, native);
  expect(same).toBe(true);
  expect(text).toMatch(/^Same \d\d events as CPython 3\.\d+\.\d+, mcp \d/);
});

test('one that is not names the first difference and both sides of it', () => {
  const cut = events.filter(({ kind }) => kind !== 'finally.exit');
  expect(layOver(cut, native)).toMatchObject({
    same: false,
    text: expect.stringMatching(
      `^Not as on ${made}: of tool 1, event \\d+ is handler.exit cancelled here and finally.exit returned there$`,
    ) as string,
  });
  const more = layOver(
    [...events, { kind: 'client.result', who: 'client', call: 1, t: 0.6, text: '' }],
    native,
  );
  expect(more.text).toContain('is client.result here and nothing more there');
});

test('the recording of a case goes by its transport, program and give-up', () => {
  const facts: Case = { example: 'order_book', on: [], events: [], end: 0 };
  expect(recordingOf(facts, 'memory')).toBe('memory/order_book.none');
  expect(recordingOf({ ...facts, stops: [0.5] }, 'http-legacy')).toBe(
    'http-legacy/order_book.stop',
  );
  expect(recordingOf({ ...facts, timeout: 0.5 }, 'stdio-legacy')).toBe(
    'stdio-legacy/order_book.timeout',
  );
  expect(recordingOf({ ...facts, stops: [0.5] }, 'http-modern-json')).toBe(
    'http-modern-json/order_book.stop_full30',
  );
});

test('other stops, other timeouts and other calls are not recorded', () => {
  const facts: Case = { example: 'order_book', on: [], events: [], end: 0 };
  expect(recordingOf({ ...facts, stops: [1.5] }, 'memory')).toBeNull();
  expect(recordingOf({ ...facts, stops: [0.5, 1] }, 'memory')).toBeNull();
  expect(recordingOf({ ...facts, timeout: 2 }, 'memory')).toBeNull();
  expect(recordingOf({ ...facts, calls: [] }, 'memory')).toBeNull();
});
