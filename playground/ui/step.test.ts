import { expect, test } from 'vitest';
import { bars } from '../trace/bars.ts';
import { recorded } from '../trace/testing.ts';
import { stepFrom } from './step.ts';

const { lanes, bars: list } = bars(recorded('stdio-modern/order_book.stop'), {
  now: 1,
  live: false,
});
const at = (kind: string, label = '') => {
  const bar = list.find((one) => one.kind === kind && one.label.includes(label));
  if (!bar) throw new Error(`no ${kind}`);
  return bar;
};
const step = (key: string, from = at('handler')) => stepFrom(key, from, list, lanes)?.label ?? null;

test('left and right go through all bars in time', () => {
  const seen = [at('call').label];
  let bar = at('call');
  for (let next; (next = stepFrom('ArrowRight', bar, list, lanes)); bar = next) {
    seen.push(next.label);
  }
  expect(seen).toEqual([
    'stopped',
    'order_book',
    'await take_payment',
    'Dune',
    'finally',
    'shield 5 s',
    'await release_hold',
    'empty',
  ]);
  expect(step('ArrowLeft', at('await', 'take'))).toBe('order_book');
  expect(step('ArrowLeft', at('call'))).toBeNull();
});

test('up and down go to the nearest bar of the next lane that has one', () => {
  expect(step('ArrowUp')).toBe('stopped');
  expect(step('ArrowDown')).toBe('finally');
  expect(step('ArrowDown', at('await', 'release'))).toBe('Dune');
  expect(step('ArrowDown', at('state', 'Dune'))).toBeNull();
  expect(step('ArrowUp', at('finally'))).toBe('order_book');
});

test('Home, End, and keys that lead nowhere', () => {
  expect(step('Home')).toBe('stopped');
  expect(step('End')).toBe('empty');
  expect(step('a')).toBeNull();
});
