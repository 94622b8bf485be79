import { expect, test } from 'vitest';
import { unfolded } from './unfolded.ts';

const figure = '<astro-island><pre>move_on_after</pre></astro-island>';
const pages: Record<string, string> = {
  '/figures/a/': `<h1>A</h1>${figure}<footer>`,
  '/figures/b/': '<h1>B</h1>',
};
const link = (url: string) =>
  `<p><a href="${url}" data-own-page>On its own page</a>, <a href="/">home</a></p>`;

test('a folded figure is read where the page links to it', () => {
  expect(unfolded(link('/figures/a/'), (url) => pages[url]!)).toBe(
    `<p>${figure}, <a href="/">home</a></p>`,
  );
});

test('a link that leads to no figure is an error', () => {
  expect(() => unfolded(link('/figures/b/'), (url) => pages[url]!)).toThrow('/figures/b/');
});
