import { expect, test } from 'vitest';
import { keepSentence } from './keepSentence.ts';

const source = `export const claims = [
  { id: 'one', sentence: 'Old.', says: 'it holds', cases: [stopped({ id: 'not a claim' })] },
  {
    id: 'two',
    says: 'it ends',
  },
];`;

test('a sentence is replaced where it stands', () => {
  expect(keepSentence(source, 'one', "It’s “new”, isn't it?")).toBe(
    source.replace("'Old.'", '"It’s “new”, isn\'t it?"'),
  );
});

test('a claim that keeps none yet gets one', () => {
  expect(keepSentence(source, 'two', 'It ends.')).toBe(
    source.replace("'two',", `'two', sentence: "It ends.",`),
  );
});

test('a claim of another file is not touched', () => {
  expect(keepSentence(source, 'three', '')).toBeNull();
});
