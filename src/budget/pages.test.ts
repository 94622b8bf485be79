import { randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { htmlSize, isOver } from './pages.ts';

test('a page is counted in bytes, not in characters, raw and compressed', () => {
  const html = `<p>“${randomBytes(100).toString('hex')}”</p>`;
  const { raw, gzip } = htmlSize(html);
  expect(raw).toBe(gunzipSync(gzipSync(html)).length);
  expect(raw).toBe(html.length + 4);
  expect(gzip).toBe(gzipSync(html).length);
});

test('either measure alone can be too much; the limit itself is not', () => {
  const limit = { raw: 100, gzip: 50 };
  expect(isOver({ raw: 100, gzip: 50 }, limit)).toBe(false);
  expect(isOver({ raw: 101, gzip: 50 }, limit)).toBe(true);
  expect(isOver({ raw: 100, gzip: 51 }, limit)).toBe(true);
});
