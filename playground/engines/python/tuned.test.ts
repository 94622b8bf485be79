import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { tuned } from './tuned.ts';

const script = readFileSync(
  createRequire(import.meta.url).resolve('pyodide/pyodide.asm.mjs'),
  'utf8',
);

it('is still a module with the same function, and all else as it was', () => {
  const text = tuned(script);
  expect(text).toMatch(/^const _createPyodideModule=\(async function\(moduleArg=\{\}\)\{/);
  expect(text).toMatch(/return moduleRtn\}\);export default _createPyodideModule;/);
  expect(text.length - script.length).toBeLessThan(200);
});

it('says so where the script is another one', () => {
  expect(() => tuned(tuned(script))).toThrow(/has changed/);
});
