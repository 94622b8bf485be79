import { expect, test } from 'vitest';
import { originalIn } from './original.ts';

const island = (props: object, shown: Record<string, string> = {}) => {
  const figure = {
    getAttribute: () => 'order_book',
    querySelector: (selector: string) => ({ textContent: shown[selector] }),
  };
  return {
    getAttribute: () => JSON.stringify(props),
    querySelector: () => (Object.keys(shown).length > 0 ? figure : null),
  } as never;
};

test('finds the program in the text of a figure', () => {
  const figure = island({}, { '.figure-code[data-language="python"] code': 'a = 1\n' });
  expect(originalIn(figure, 'python')).toEqual({ name: 'order_book', source: 'a = 1' });
});

test('finds the program in what Astro writes of other islands’ props', () => {
  const sources = [0, { typescript: [0, 'const a = 1;'], python: [0, 'a = 1'] }];
  const table = island({ example: [0, { name: [0, 'order_book'], sources }] });
  expect(originalIn(table, 'python')).toEqual({ name: 'order_book', source: 'a = 1' });
});

test('finds none where the island shows none', () => {
  expect(originalIn(island({}), 'python')).toBeNull();
});
