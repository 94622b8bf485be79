import { expect, test } from 'vitest';
import { rankSections, type FoundPage } from './sections.ts';

const page = (title: string, sections: Record<string, number[]>): FoundPage => ({
  url: '/',
  meta: { title },
  excerpt: '',
  sub_results: Object.entries(sections).map(([name, scores]) => ({
    url: `/#${name}`,
    title: name,
    excerpt: '… the <mark>shield</mark> of <mark>x</mark> …',
    weighted_locations: scores.map((balanced_score) => ({ balanced_score })),
  })),
});

const titles = (query: string, ...pages: FoundPage[]) =>
  rankSections(query, pages).map(({ title }) => title);

test('a heading that holds the words comes first, whatever the scores', () => {
  const guide = page('Guide', { 'A limit': [900, 900], 'The shield: shield=True': [10] });
  expect(titles(' Shield=True ', guide)).toEqual(['The shield: shield=True', 'A limit']);
});

test('one good place beats many poor ones, and more of the same beats fewer', () => {
  const guide = page('Guide', { many: [5, 5, 5, 5], good: [12], better: [12, 1] });
  expect(titles('x', guide)).toEqual(['better', 'good', 'many']);
});

test('sections of all pages are ranked together, up to the limit', () => {
  const pages = [page('One', { a: [1], c: [3] }), page('Two', { b: [2] })];
  expect(rankSections('x', pages, 2).map(({ title, page }) => [title, page])).toEqual([
    ['c', 'One'],
    ['b', 'Two'],
  ]);
});

test('what shares only a letter with the words is left out', () => {
  const guide = page('Guide', { a: [1] });
  expect(titles('xyzzy', guide)).toEqual([]);
  expect(titles('shielded', guide)).toEqual(['a']);
});
