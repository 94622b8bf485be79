import { expect, test } from 'vitest';
import { npmPackage, packageOf, shipped } from './npm.ts';

test.each([
  ['/site/node_modules/react/index.js', 'react'],
  ['/site/node_modules/@noble/ciphers/aes.js', '@noble/ciphers'],
  ['/site/node_modules/a/node_modules/b/index.js', 'b'],
  ['/site/playground/index.ts', null],
  ['\0rolldown/runtime.js', null],
])('%s belongs to %s', (module, name) => {
  expect(packageOf(module)).toBe(name);
});

test('every package that ships states its licence, and all but Pyodide bring the text', () => {
  const packages = shipped.map(npmPackage);
  expect(packages.filter(({ licence }) => !licence)).toEqual([]);
  expect(packages.filter(({ texts }) => texts.length === 0).map(({ name }) => name)).toEqual([
    'pyodide',
  ]);
});
