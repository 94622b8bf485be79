import { expect, test } from 'vitest';
import { noteModules } from './modules.ts';

const modules: Record<string, string> = {
  '/_astro/figure.js': 'import{a}from"./shared.js";import b from "./react.js";export{a,b}',
  '/_astro/client.js': 'import"./react.js";',
  '/_astro/react.js': 'export default 1',
  '/_astro/shared.js': 'import"./figure.js";export const a=1',
};
const island = (client: string) =>
  `<astro-island component-url="/_astro/figure.js" renderer-url="/_astro/client.js" client="${client}">`;
const page = (body: string) => `<html><head><title>x</title></head><body>${body}</body></html>`;
const noted = (html: string) =>
  JSON.parse(/data-wakes-with>(.*?)<\/script>/.exec(noteModules(html, (url) => modules[url]))![1]!);

test('names each module once that an island which waits for intent wakes with', () => {
  expect(noted(page(island('intent') + island('intent')))).toEqual([
    '/_astro/client.js',
    '/_astro/react.js',
    '/_astro/figure.js',
    '/_astro/shared.js',
  ]);
});

test('leaves a page without such islands as it is', () => {
  const html = page(island('load'));
  expect(noteModules(html, (url) => modules[url])).toBe(html);
});
