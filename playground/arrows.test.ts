import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { circles } from './arrows/circles.ts';
import { importsOf, target, type Import } from './arrows/imports.ts';

/**
 * The picture of the architecture, as a test: which part may import which. A part is the first row whose
 * pattern fits the file's path. `types` are parts of which only types may come in; `packages` are what may
 * come from outside; `exactly` names single imports. Whatever is not here is not allowed.
 */
interface Part {
  name: string;
  files: RegExp;
  code?: string[];
  types?: string[];
  packages?: RegExp;
  exactly?: string[];
}

const parts: Part[] = [
  { name: 'claims', files: /^content\/claims(\.ts$|\/)/, code: ['claims'] },
  { name: 'content', files: /^content\// },
  {
    name: 'src',
    files: /^src\//,
    code: ['src', 'content', 'claims', 'door', 'licences', 'still'],
    packages: /./,
  },
  {
    name: 'e2e',
    files: /^e2e\//,
    // `share` writes the links that a test opens, as one reader sends them to another; `proof` looks at a run
    // as the page does.
    code: ['e2e', 'claims', 'share', 'proof'],
    packages: /^(node:.*|@playwright\/test|@axe-core\/playwright)$/,
  },
  {
    name: 'bench',
    files: /^playground\/bench\//,
    // Ships nothing: it measures the parts, and the built site as e2e drives it.
    // What it measured is the site's to show.
    code: ['bench', 'typescript', 'python', 'python build', 'kernel', 'share', 'e2e', 'content'],
    types: ['engine', 'event', 'example'],
    packages: /^(node:.*|effect|effection|vite|@playwright\/test)$/,
  },
  {
    // Looks at a run for what a claim says; plays nothing.
    name: 'proof',
    files: /^playground\/proof\//,
    code: ['proof', 'trace'],
    types: ['claims', 'engine', 'event', 'example'],
  },
  {
    // Scripts for Node: they play every claim, and hold the guide's words against what was played.
    name: 'verify',
    files: /^playground\/verify\//,
    code: ['verify', 'claims', 'proof', 'typescript', 'python', 'python build'],
    types: ['engine', 'event', 'example'],
    packages: /^(node:.*|astro|prettier|typescript)$/,
  },
  {
    // A script for Node: it writes files of `content`, and reads them as text.
    name: 'new example',
    files: /^playground\/newExample\//,
    code: ['new example', 'typescript'],
    packages: /^(node:.*|prettier)$/,
  },
  {
    name: 'door',
    files: /^playground\/(index|warm|proofs)\.tsx?$/,
    code: ['ui', 'session', 'proof', 'trace', 'event', 'share', 'draft', 'language', 'example'],
    types: ['engine'],
    packages: /^react-dom(\/client)?$/,
  },
  // Read while the site is built.
  { name: 'licences', files: /^playground\/licences\.ts$/, code: ['python build'] },
  { name: 'still', files: /^playground\/still\.ts$/, code: ['ui'] },
  {
    name: 'ui',
    files: /^playground\/ui\//,
    code: ['ui', 'session', 'proof', 'trace', 'event', 'share', 'draft', 'language', 'example'],
    types: ['engine', 'claims'],
    packages: /^(react|react-dom|@monaco-editor\/react|monaco-editor|shiki)(\/.*)?$/,
  },
  {
    name: 'session',
    files: /^playground\/session\//,
    code: ['session', 'sandbox', 'protocol', 'trace', 'python page', 'typescript page'],
    types: ['engine', 'event', 'python', 'typescript'],
    // The addresses of files, not their code.
    exactly: [
      'playground/engines/python.worker.ts?worker&url',
      'playground/engines/typescript.worker.ts?worker&url',
    ],
  },
  { name: 'sandbox', files: /^playground\/sandbox\//, code: ['sandbox'] },
  {
    name: 'share',
    files: /^playground\/share\//,
    code: ['share'],
    types: ['engine'],
    packages: /^zod$/,
  },
  { name: 'draft', files: /^playground\/draft\.ts$/, types: ['engine'] },
  { name: 'language', files: /^playground\/language\.ts$/, types: ['engine'] },
  { name: 'example', files: /^playground\/example\.ts$/, types: ['engine'] },
  {
    name: 'protocol',
    files: /^playground\/protocol\.ts$/,
    types: ['engine', 'event', 'python', 'typescript'],
  },
  { name: 'event', files: /^playground\/trace\/event\.ts$/ },
  { name: 'trace', files: /^playground\/trace\//, code: ['trace', 'event'] },
  { name: 'engine', files: /^playground\/engines\/engine\.ts$/, types: ['event'] },
  {
    name: 'table',
    files: /^playground\/engines\/table\.ts$/,
    types: ['engine', 'event', 'example', 'trace'],
  },
  {
    name: 'serve',
    files: /^playground\/engines\/serve\.ts$/,
    types: ['engine', 'protocol', 'event'],
  },
  {
    name: 'worker',
    files: /^playground\/engines\/(python\.worker|typescript\.(worker|compiler))\.ts$/,
    code: ['serve', 'typescript', 'python'],
  },
  {
    // Ships nothing: the official suite, and the servers that it is run against.
    name: 'conformance',
    files: /^playground\/engines\/typescript\/conformance\//,
    code: ['conformance', 'typescript', 'kernel'],
    packages: /^(node:.*|zod|@modelcontextprotocol\/server)$/,
  },
  {
    // What the page sends to the worker.
    name: 'typescript page',
    files: /^playground\/engines\/typescript\/supply\.ts$/,
    packages: /^virtual:compiled-programs$/,
    exactly: ['playground/engines/typescript.compiler.ts?worker&url'],
  },
  {
    // Runs while the site is built.
    name: 'typescript build',
    files: /^playground\/engines\/typescript\/precompile\.ts$/,
    code: ['typescript'],
    packages: /^(node:fs|vite)$/,
  },
  {
    name: 'typescript',
    files: /^playground\/engines\/typescript\//,
    code: ['typescript', 'kernel'],
    types: ['engine', 'event'],
    packages:
      /^(acorn|@sveltejs\/acorn-typescript|esrap|zod|object-inspect|@modelcontextprotocol\/(client|server))(\/.*)?$/,
    exactly: ['package.json'],
  },
  {
    // Scripts for Node: they fetch the Python engine's packages and make what the site serves of them.
    name: 'python build',
    files:
      /^playground\/engines\/python\/(refresh|pack|pack\.setup|wheels|zip|sources\.node|assets\.node)\.ts$/,
    code: ['python', 'python build'],
    packages: /^node:/,
  },
  {
    // Scripts for Node: they run the peers' own tests in the engine.
    name: 'python peers',
    files: /^playground\/engines\/python\/peers\//,
    code: ['python', 'python build', 'python peers'],
    packages: /^(node:.*|pyodide\/ffi)$/,
    // They are tests, too.
    exactly: ['playground/engines/python/testing.ts'],
  },
  {
    // What the page fetches and keeps for the worker.
    name: 'python page',
    files: /^playground\/engines\/python\/(assets|download|kept)\.ts$/,
    code: ['python', 'python page'],
    types: ['engine'],
    packages: /^pyodide\/[\w.]+(\?url)?$/,
    exactly: [
      'playground/engines/python/built/asm.mjs.bin?url',
      'playground/engines/python/built/asm.wasm.bin?url',
      'playground/engines/python/built/packages.bin?url',
      'playground/engines/python/built/stdlib.zip?url',
    ],
  },
  {
    name: 'python',
    files: /^playground\/engines\/python\//,
    code: ['python'],
    types: ['engine', 'event'],
    packages: /^(pyodide(\/ffi)?|@noble\/ciphers\/aes\.js)$/,
  },
  { name: 'kernel', files: /^playground\/kernel\//, code: ['kernel'] },
];

/** From outside, only the `index.ts` of these folders may be imported. */
const faces = ['kernel', 'proof', 'sandbox', 'session', 'share'].map(
  (name) => `playground/${name}/`,
);
/** Starts a worker before React is there, so it takes three files of the session and not all of it. */
const pastFaces = new Set(['playground/warm.ts']);

/** Why a file may not import this; null where it may. */
function wrong(file: string, { specifier, typesOnly }: Import): string | null {
  const part = parts.find(({ files }) => files.test(file));
  if (!part) return `${file} belongs to no part`;
  const arrow = `${file} (${part.name}) → ${specifier}`;
  if (!specifier.startsWith('.')) {
    return part.packages?.test(specifier) ? null : `${arrow}: no such package there`;
  }
  const path = posix.join(posix.dirname(file), specifier);
  if (part.exactly?.includes(path)) return null;
  if (/\/testing\.ts$/.test(path)) return `${arrow}: only tests may use it`;
  const imported = parts.find(({ files }) => files.test(target(file, specifier)));
  if (!imported) return `${arrow}: leads out of the picture`;
  const face = faces.find((folder) => path.startsWith(folder) && !file.startsWith(folder));
  if (face && path !== `${face}index.ts` && !pastFaces.has(file)) {
    return `${arrow}: import ${face}index.ts instead`;
  }
  if (part.code?.includes(imported.name)) return null;
  if (!part.types?.includes(imported.name)) return `${arrow} (${imported.name}): no such arrow`;
  return typesOnly ? null : `${arrow} (${imported.name}): only types may come from there`;
}

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The files that make up the product. A test, and what only tests use (`testing.ts`), may look anywhere: it
 * ships nothing. Readers' programs and the types that the editor shows for them import what is virtual.
 */
function sources(): string[] {
  return ['playground', 'src', 'content', 'e2e']
    .flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).map(
        (path) => `${folder}/${path.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => /\.(ts|tsx|mts|mjs|js|astro|mdx)$/.test(path))
    .filter(
      (path) =>
        !/\.test\.tsx?$|\/testing\.ts$|^playground\/arrows\/|\.config\.ts$|^content\/examples\/|^playground\/ui\/types\//.test(
          path,
        ),
    );
}

it('draws no arrow that the picture does not have', () => {
  const files = sources();
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    importsOf(file, readFileSync(root + file, 'utf8')).map((one) => wrong(file, one)),
  );
  expect(found.filter((sentence) => sentence !== null)).toEqual([]);
});

/**
 * The kernel's own types know each other: a task its loop and its scope, a scope its tasks, an observer all
 * three. These files may form a circle, but only by types; nothing of it is left when the code runs.
 */
const knowEachOther = new Set(
  ['cancelled', 'current', 'exceptionGroup', 'hold', 'loop', 'observer', 'scope', 'task'].map(
    (name) => `playground/kernel/${name}.ts`,
  ),
);

/** Whether an import counts when circles are looked for. */
function counts(file: string, { specifier, typesOnly }: Import): boolean {
  if (!specifier.startsWith('.')) return false;
  return !(typesOnly && knowEachOther.has(file) && knowEachOther.has(target(file, specifier)));
}

function graphOf(files: Iterable<[file: string, text: string]>): Map<string, string[]> {
  const graph = new Map<string, string[]>();
  for (const [file, text] of files) {
    const imports = importsOf(file, text).filter((one) => counts(file, one));
    graph.set(
      file,
      imports.map(({ specifier }) => target(file, specifier)),
    );
  }
  return graph;
}

it('has no circle of imports between files', () => {
  const files = sources().map((file): [string, string] => [
    file,
    readFileSync(root + file, 'utf8'),
  ]);
  expect(circles(graphOf(files))).toEqual([]);
});

it.each([
  ['of two', { a: `import './b.ts';`, b: `export { x } from './a.ts';` }, ['a', 'b']],
  ['by a type', { a: `import type { X } from './b.ts';`, b: `import './a.ts';` }, ['a', 'b']],
  [
    'of three, behind a file outside it',
    { d: `import './a.ts';`, a: `import './b.ts';`, b: `import './c.ts';`, c: `import('./a.ts');` },
    ['a', 'b', 'c'],
  ],
  ['of a file with itself', { a: `import './a.ts';` }, ['a']],
])('finds a circle %s', (_, texts, members) => {
  const files = Object.entries(texts).map(([name, text]): [string, string] => [
    `playground/ui/${name}.ts`,
    text,
  ]);
  expect(circles(graphOf(files))).toEqual([members.map((name) => `playground/ui/${name}.ts`)]);
});

it('allows the kernel circles of types, and none of code', () => {
  const scope = ['playground/kernel/scope.ts', `import type { Task } from './task.ts';`] as const;
  const task = (text: string) => graphOf([[...scope], ['playground/kernel/task.ts', text]]);
  expect(circles(task(`import type { CancelScope } from './scope.ts';`))).toEqual([]);
  const code: [string, string][] = [
    ['playground/kernel/scope.ts', `import { Task } from './task.ts';`],
    ['playground/kernel/task.ts', `import { CancelScope } from './scope.ts';`],
  ];
  expect(circles(graphOf(code))).toHaveLength(1);
});

it.each([
  ['playground/kernel/scope.ts', `import type { TraceEvent } from '../trace/event.ts';`],
  ['playground/kernel/scope.ts', `import { z } from 'zod';`],
  [
    'playground/ui/Figure.tsx',
    `import { TypeScriptEngine } from '../engines/typescript/engine.ts';`,
  ],
  ['playground/ui/Figure.tsx', `import { Language } from '../engines/engine.ts';`],
  [
    'playground/ui/Figure.tsx',
    `const { compile } = await import('../engines/typescript/compile.ts');`,
  ],
  ['playground/ui/Figure.tsx', `import script from '../engines/python.worker.ts?worker&url';`],
  ['playground/session/live.ts', `import worker from '../engines/serve.ts';`],
  ['playground/session/live.ts', `import { useState } from 'react';`],
  ['playground/trace/bars.ts', `export { judge } from '../session/verdict.ts';`],
  ['playground/engines/typescript/play.ts', `let x: import('../../session/index.ts').Session;`],
  ['content/claims.ts', `import '../playground/index.ts';`],
  ['content/docs/index.mdx', `# Words\n\nimport Run from '../../src/components/Run.astro';\n`],
  [
    'src/pages/play.astro',
    `---\nimport { openSession } from '../../playground/session/index.ts';\n---\n`,
  ],
  ['src/pages/play.astro', `<script>\nimport '../../playground/ui/Figure.tsx';\n</script>`],
  ['e2e/stop.spec.ts', `import { openSession } from '../playground/session/index.ts';`],
  ['e2e/stop.spec.ts', `import example from '../content/examples/order_book/example.json';`],
  ['playground/session/live.ts', `import { FakeTime } from './testing.ts';`],
  ['playground/ui/Figure.tsx', `import { poolOf } from '../session/pools.ts';`],
  ['playground/helpers.ts', `import './draft.ts';`],
])('finds the wrong arrow of %s: %s', (file, text) => {
  const imports = importsOf(file, text);
  expect(imports).toHaveLength(1);
  expect(imports.map((one) => wrong(file, one))).toEqual([expect.stringContaining(file)]);
});

it.each([
  ['playground/ui/Figure.tsx', `import type { Language } from '../engines/engine.ts';`],
  ['playground/ui/Figure.tsx', `import { type Language } from '../engines/engine.ts';`],
  ['playground/session/spawn.ts', `import url from '../engines/python.worker.ts?worker&url';`],
  ['src/components/Run.astro', `---\nimport { Figure } from '../../playground/index.ts';\n---\n`],
  ['e2e/claims.spec.ts', `import { claims } from '../content/claims.ts';`],
  ['content/docs/index.mdx', "Words.\n\n```ts\nimport { sleep } from 'anyio';\n```\n"],
])('lets the right arrow of %s pass: %s', (file, text) => {
  expect(importsOf(file, text).filter((one) => wrong(file, one) !== null)).toEqual([]);
});
