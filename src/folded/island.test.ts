import { expect, test } from 'vitest';
import { islandIn } from './island.ts';

const page = (figure: string) => `<main><p>Before</p>${figure}<p>After</p></main>`;

test('takes the figure out of its page, with ids of its own', () => {
  const figure =
    '<astro-island uid="a" prefix="r0" ssr><b id="_r0R_5_-t"></b><i aria-labelledby="_r0R_5_-t">r0R</i></astro-island>';
  expect(islandIn(page(figure), 'order_book')).toBe(
    '<astro-island uid="a" prefix="order_book" ssr><b id="_order_bookR_5_-t"></b>' +
      '<i aria-labelledby="_order_bookR_5_-t">r0R</i></astro-island>',
  );
});

test('a page without a figure gives none', () => {
  expect(islandIn(page('<p>Not here</p>'), 'order_book')).toBeNull();
});
