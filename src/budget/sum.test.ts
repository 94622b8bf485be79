import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { eagerScripts, staticImports } from './scripts.ts';
import { eagerBytes } from './sum.ts';

const size = (text: string) => gzipSync(text).length;
const noise = () => randomBytes(300).toString('hex');

test('a script, a preload and an inline script count, each once', () => {
  const [a, b] = [noise(), noise()];
  const html = `<script type="module" src="/_astro/a.js"></script><link rel="modulepreload" href="/_astro/a.js">
    <link rel="modulepreload" href="/_astro/b.js"><script>let x = 1</script>`;
  const read = (url: string) => ({ '/_astro/a.js': a, '/_astro/b.js': b })[url];
  expect(eagerBytes(html, read)).toBe(size(a) + size(b) + size('let x = 1'));
});

test('what a script imports statically comes with it; what it imports later does not', () => {
  const files: Record<string, string> = {
    '/_astro/a.js': `import{x as y}from"./b.js";import"./c.js";const later=()=>import("./d.js");`,
    '/_astro/b.js': `export*from"./c.js";${noise()}`,
    '/_astro/c.js': noise(),
    '/_astro/d.js': noise(),
  };
  const html = '<script type="module" src="/_astro/a.js"></script>';
  const counted = ['a', 'b', 'c'].map((name) => size(files[`/_astro/${name}.js`] ?? ''));
  expect(eagerBytes(html, (url) => files[url])).toBe(counted.reduce((x, y) => x + y));
});

test('an island counts unless it waits for intent', () => {
  const island = (client: string) =>
    `<astro-island component-url="/f.js" renderer-url="/r.js" client="${client}"></astro-island>`;
  expect(eagerScripts(island('load')).urls).toEqual(['/f.js', '/r.js']);
  expect(eagerScripts(island('intent')).urls).toEqual([]);
});

test('data and styles are no scripts', () => {
  const html = `<script type="application/json">{"a":1}</script><link rel="stylesheet" href="/a.css">`;
  expect(eagerScripts(html)).toEqual({ urls: [], inline: [] });
});

test('a script of another host, or one that was not built, is an error', () => {
  expect(() => eagerBytes('<script src="https://cdn.example/x.js"></script>', () => '')).toThrow(
    'another host',
  );
  expect(() => eagerBytes('<script src="/gone.js"></script>', () => undefined)).toThrow(
    'not part of the build',
  );
});

test('imports are found in minified and in plain code', () => {
  expect(staticImports(`import a from './a.js';\nimport { b } from "./b.js"`)).toEqual([
    './a.js',
    './b.js',
  ]);
  expect(staticImports(`import*as a from"./a.js";import b,{c as $}from"./b.js"`)).toEqual([
    './a.js',
    './b.js',
  ]);
  expect(
    staticImports(`let a=el.getAttribute("component-export")||"x";import("./later.js")`),
  ).toEqual([]);
});
