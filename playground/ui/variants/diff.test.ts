import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diff, hunks } from './diff.ts';

const short = (before: string, after: string) =>
  diff([...before], [...after])
    .map(({ kind, text }) => ({ same: ' ', gone: '-', new: '+' })[kind] + text)
    .join('');

test('what is gone stands before what is new', () => {
  expect(short('abc', 'axc')).toBe(' a-b+x c');
  expect(short('abc', 'abc')).toBe(' a b c');
  expect(short('', 'ab')).toBe('+a+b');
  expect(short('ab', '')).toBe('-a-b');
});

test('either text can be read off it, in order and with its places', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = diff(before, after);
      const was = lines.filter((line) => line.was !== null);
      const is = lines.filter((line) => line.is !== null);
      expect(was.map((line) => line.text)).toEqual(before);
      expect(is.map((line) => line.text)).toEqual(after);
      expect(was.map((line) => line.was)).toEqual(before.map((_, at) => at));
      expect(is.map((line) => line.is)).toEqual(after.map((_, at) => at));
    }),
  );
});

test('far from a change lines are left out, and said to be', () => {
  const shown = hunks(diff([...'abcdefgh'], [...'abXdefgY']), 1);
  expect(shown.map((line) => line?.text ?? '…').join('')).toBe('bcXd…ghY');
});
