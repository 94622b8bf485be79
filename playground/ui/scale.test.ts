import { expect, test } from 'vitest';
import { scaleFor } from './scale.ts';

const room = { left: 100, right: 700, gutter: 120 };

test('a picture is never of less than a second', () => {
  const { span, x, ticks } = scaleFor(0.02, false, room);
  expect(span).toBe(1);
  expect([x(0), x(0.5), x(1), x(9)]).toEqual([100, 400, 700, 700]);
  expect(ticks.map(({ label }) => label)).toEqual([
    '0 s',
    '0.2 s',
    '0.4 s',
    '0.6 s',
    '0.8 s',
    '1.0 s',
  ]);
});

test('after the last bar there is room to say how it ended', () => {
  const { span, x } = scaleFor(30, false, room);
  expect(span).toBe(37.5);
  expect(x(30)).toBe(580);
});

test('while it goes on the axis grows in steps', () => {
  const spans = [0.3, 0.9, 1, 1.3, 1.9, 2.5, 5.6, 31].map((t) => scaleFor(t, true, room).span);
  expect(spans).toEqual([1, 1, 1.5, 1.5, 2, 3, 6, 40]);
});

test.each([
  [1, 248, ['0 s', '0.5 s', '1.0 s']],
  [30, 600, ['0 s', '5 s', '10 s', '15 s', '20 s', '25 s', '30 s', '35 s']],
])('ticks for %d s on %d px do not crowd', (end, width, labels) => {
  const { ticks } = scaleFor(end, false, { left: 0, right: width, gutter: width / 5 });
  expect(ticks.map(({ label }) => label)).toEqual(labels);
});
