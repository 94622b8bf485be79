import { expect, test } from 'vitest';
import { provide } from './provide.ts';

test('a page has the components at hand, after its front matter', () => {
  const made = provide('---\ntitle: T\n---\n\nWords.\n', '/c/');
  expect(made).toMatch(/^---\ntitle: T\n---\nimport Run from '\/c\/Run.astro'\nimport Claim from/);
  expect(made).toMatch(/\n\nWords.\n$/);
});

test('what begins with a mark stays a paragraph; items and rows stay what they are', () => {
  const made = provide(
    'A.\n\n<Claim id="a">One\ntwo.</Claim>\n<NoClaim>Three.</NoClaim>\n\n- <NoClaim>Item</NoClaim>\n\n<Run example="x" />\n\n<NoClaim>End.</NoClaim>\n',
    '',
  );
  expect(made).toBe(
    'A.\n\n<p><Claim id="a">One\ntwo.</Claim>\n<NoClaim>Three.</NoClaim></p>\n\n- <NoClaim>Item</NoClaim>\n\n<Run example="x" />\n\n<p><NoClaim>End.</NoClaim></p>\n',
  );
});
