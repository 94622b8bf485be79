import { expect, test } from 'vitest';
import { originalIn } from './original.ts';

const island = (props: object) => ({ getAttribute: () => JSON.stringify(props) }) as never;

test('finds the program in what Astro writes of a figure’s props', () => {
  const sources = [0, { typescript: [0, 'const a = 1;'], python: [0, 'a = 1'] }];
  const figure = island({ example: [0, { name: [0, 'order_book'], sources }] });
  expect(originalIn(figure, 'python')).toEqual({ name: 'order_book', source: 'a = 1' });
});

test('finds none where the island shows none', () => {
  expect(originalIn(island({}), 'python')).toBeNull();
});
