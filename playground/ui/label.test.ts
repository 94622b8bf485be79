import { expect, test } from 'vitest';
import { fit, textWidth } from './label.ts';

test('a fixed-width letter is as wide as any other, a CJK one as two', () => {
  expect(textWidth('iiii', 'mono', 10)).toBe(textWidth('mmmm', 'mono', 10));
  expect(textWidth('本', 'mono', 10)).toBeCloseTo(2 * textWidth('a', 'mono', 10), 0);
  expect(textWidth('illi', 'sans', 10)).toBeLessThan(textWidth('mwwm', 'sans', 10));
});

test('what fits stays whole, what does not is cut to fit', () => {
  expect(fit('take_payment', 'mono', 10, 80)).toBe('take_payment');
  const cut = fit('take_payment', 'mono', 10, 50);
  expect(cut).toBe('take_pa…');
  expect(textWidth(cut, 'mono', 10)).toBeLessThanOrEqual(50);
});

test('less than three letters say nothing', () => {
  expect(fit('take_payment', 'mono', 10, 15)).toBe('');
});
