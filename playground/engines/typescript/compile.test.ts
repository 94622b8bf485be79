import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { compile } from './compile.ts';

const MODULES = { anyio: ['sleep', 'moveOnAfter'], mcp: ['MCPServer', 'Context'], zod: ['z'] };

describe('what is wrong is said with its line and column', () => {
  test.each<[name: string, source: string, line: number, column: number, message: RegExp]>([
    ['a missing parenthesis', 'const a = 1;\nfoo(', 2, 5, /Unexpected token/],
    ['a missing type', 'let x: = 3', 1, 8, /Unexpected token/],
    ['an open string', 'let a = 1;\n  let x = "abc', 2, 11, /Unterminated string/],
    ['a name declared twice', 'const a = 1;\nconst a = 2', 2, 7, /already been declared/],
    ['await in a plain function', 'function f() {\n  await g();\n}', 2, 3, /await/],
    ['an unknown export', 'export { nope }', 1, 10, /'nope' is not defined/],
    ['with', 'with (a) {}', 1, 1, /strict mode/],
    ['a return outside of a function', 'return 1', 1, 1, /return/],
    ['a namespace', '\n  namespace N { export const a = 1 }', 2, 3, /^Namespaces do not run here/],
    ['a decorator', '@dec class A {}', 1, 1, /^Decorators do not run here/],
    ['a decorated method', 'class A {\n  @dec go() {}\n}', 2, 3, /^Decorators do not run here/],
    ['a dynamic import', "const a = await import('anyio')", 1, 17, /^import\(\) does not run here/],
    ['import.meta', 'log(import.meta.url)', 1, 5, /^import\.meta does not exist/],
    ['import equals', 'import a = require("b")', 1, 1, /import \* as name/],
    ['export equals', 'export = 3', 1, 1, /export default/],
    ['export star', "export * from 'anyio'", 1, 1, /^Name what is exported/],
    ['an accessor field', 'class A {\n  accessor x = 1;\n}', 2, 3, /^`accessor` fields/],
    ['using at the top level', 'const a = 1;\nusing b = a;', 2, 1, /^`using` at the top level/],
    [
      'an assignment to super in an arrow',
      'class A extends B { m() {\n  return () => { super.x = 1; };\n} }',
      2,
      18,
      /^An arrow function cannot assign to `super`/,
    ],
    [
      'an unknown module',
      "import fs from 'fs';\nfs.a();",
      1,
      8,
      /^There is no module 'fs' here\. There are: anyio, mcp, zod\.$/,
    ],
    ['an unknown module, unused', "import 'left-pad';", 1, 8, /^There is no module 'left-pad'/],
    [
      'an unknown name',
      "import {\n  sleep,\n  slep,\n} from 'anyio';\nslep(sleep);",
      3,
      3,
      /^'anyio' has no 'slep'\. It has: moveOnAfter, sleep\.$/,
    ],
    ['an unknown default', "import any from 'anyio';\nany();", 1, 8, /^'anyio' has no 'default'/],
    ['an unknown name passed on', "export { a } from 'anyio';", 1, 10, /^'anyio' has no 'a'/],
  ])('%s', (_, source, line, column, message) => {
    const result = compile(source, MODULES);
    if (result.ok) throw new Error('compiled');
    expect(result.diagnostics[0]).toMatchObject({ line, column, severity: 'error' });
    expect(result.diagnostics[0]!.message).toMatch(message);
  });

  test('all that cannot be supported is reported at once', () => {
    const result = compile('namespace A {}\n@x class B {}\nconst c = import("d");');
    expect(result).toMatchObject({
      ok: false,
      diagnostics: [{ line: 1 }, { line: 2 }, { line: 3 }],
    });
  });
});

test('names that stand for types alone need not be there', () => {
  const source = `
    import { type Gone, Absent, sleep } from 'anyio';
    import type { Nothing } from 'mcp';
    import type Other from 'zod';
    export type { Absent };
    const f = async (a: Absent, b?: Nothing): Promise<Gone> => { await sleep(1); return a as Other; };
  `;
  expect(compile(source, MODULES)).toMatchObject({ ok: true, warnings: [] });
});

test('watched are sets, maps, arrays, plain objects and plain values of the module', () => {
  const source = `
    import { sleep } from 'anyio';
    const set = new Set<string>(), map = new Map();
    export const list: number[] = [];
    const object = { a: 1 }, text = 'x', minus = -1, made = make();
    let count = 0, later;
    const { one, ...others } = object;
    const arrow = () => 1, fn = function () {}, klass = class {}, server = new Server(), regex = /a/;
    function make() { const inner = 1; return inner; }
    class Shop {}
    enum Size { Small }
    declare const ghost: number;
    for (const each of list) { const hidden = each; }
  `;
  const watched = 'set map list object text minus made count later one others'.split(' ');
  expect(compile(source)).toMatchObject({ ok: true, watched });
});

describe('a jump out of a finally is warned of, as Python does', () => {
  test.each<[name: string, body: string, warnings: string[]]>([
    ['return', 'try {} finally { if (x) { return; } }', ['return']],
    ['break of a loop outside', 'for (;;) { try {} finally { break; } }', ['break']],
    ['continue of a loop outside', 'for (;;) { try {} finally { continue; } }', ['continue']],
    ['break to a label outside', 'a: { try {} finally { for (;;) { break a; } } }', ['break']],
    ['a loop of its own', 'try {} finally { for (;;) { if (x) continue; break; } }', []],
    ['a switch of its own', 'try {} finally { switch (x) { case 1: break; } }', []],
    ['a label of its own', 'try {} finally { a: for (;;) { for (;;) break a; } }', []],
    ['a function of its own', 'try {} finally { g(() => { return 1; }); }', []],
    ['a finally in a finally', 'try {} finally { try {} finally { return; } }', ['return']],
    ['a try in a finally', 'try {} finally { try { return; } catch {} }', ['return']],
    ['return in try and catch', 'try { return; } catch { return; } finally {}', []],
  ])('%s', (_, body, words) => {
    const result = compile(`let x;\nfunction f() {\n${body}\n}`);
    if (!result.ok) throw new Error('rejected');
    expect(result.warnings.map(({ message }) => message)).toEqual(
      words.map(
        (word) => `'${word}' in a 'finally' block: an error or a cancellation disappears here`,
      ),
    );
    expect(
      result.warnings.every(({ line, severity }) => line === 3 && severity === 'warning'),
    ).toBe(true);
  });
});

const examples = new URL('../../../content/examples/', import.meta.url);
const names = readdirSync(examples);

test('there are example programs', () => {
  expect(names.length).toBeGreaterThanOrEqual(12);
});

test.each(names)('the example %s compiles without a word', (name) => {
  const source = readFileSync(new URL(`${name}/server.ts`, examples), 'utf8');
  const result = compile(source);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  expect(result.warnings).toEqual([]);
  expect(() => new Function(result.runtime, result.code)).not.toThrow();
});

test('a program of 20 kB, a long sum and deep nesting compile', () => {
  const part = (i: number): string =>
    `export async function f${i}(a: number) { try { for (const x of [a]) await g(x + ${i}); } finally { log(a); } }\n`;
  const long = Array.from({ length: 200 }, (_, i) => part(i)).join('');
  expect(long.length).toBeGreaterThan(20_000);
  const sum = `const s = ${Array.from({ length: 1000 }, (_, i) => `f(${i})`).join(' + ')};`;
  const deep = `const d = ${'[('.repeat(150)}1${')]'.repeat(150)};`;
  const chain = `const c = a${'?.b(1)'.repeat(100)};`;
  const nested = `${'if (a) { '.repeat(100)}b();${' }'.repeat(100)}`;
  for (const source of [long, sum, deep, chain, nested]) {
    const result = compile(source);
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
    expect(() => new Function(result.runtime, result.code)).not.toThrow();
  }
});
