import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

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
    code: ['src', 'content', 'claims', 'door', 'licences'],
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
    packages: /^(node:.*|astro)$/,
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
  {
    name: 'ui',
    files: /^playground\/ui\//,
    code: ['ui', 'session', 'proof', 'trace', 'event', 'share', 'draft', 'language', 'example'],
    types: ['engine', 'claims'],
    packages: /^(react|react-dom|@monaco-editor\/react|monaco-editor|shiki)(\/.*)?$/,
  },
  {
    name: 'session',
    files: /^playground\/session(\.ts$|\/)/,
    code: ['session', 'sandbox', 'protocol', 'trace', 'python page', 'typescript page'],
    types: ['engine', 'event', 'python', 'typescript'],
    // The addresses of files, not their code.
    exactly: [
      'playground/engines/python.worker.ts?worker&url',
      'playground/engines/typescript.worker.ts?worker&url',
    ],
  },
  { name: 'sandbox', files: /^playground\/sandbox(\.ts$|\/)/, code: ['sandbox'] },
  {
    name: 'share',
    files: /^playground\/share(\.ts$|\/)/,
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

interface Import {
  specifier: string;
  typesOnly: boolean;
}

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
  const target = parts.find(({ files }) => files.test(path.replace(/\?.*/, '')));
  if (!target) return `${arrow}: leads out of the picture`;
  if (part.code?.includes(target.name)) return null;
  if (!part.types?.includes(target.name)) return `${arrow} (${target.name}): no such arrow`;
  return typesOnly ? null : `${arrow} (${target.name}): only types may come from there`;
}

/** All that a file imports, by whatever form of import. */
function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typesOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typesOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, bringsOnlyTypes(node));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true);
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code(file, text), ts.ScriptTarget.Latest, false, kind(file)));
  return found;
}

function bringsOnlyTypes({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

const kind = (file: string) => (file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);

/** The parts of a file that are TypeScript. */
function code(file: string, text: string): string {
  if (file.endsWith('.astro')) {
    const fence = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
    const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>([\s\S]*?)<\/script>/g)];
    return [fence, ...scripts.map(([, body]) => body)].join('\n');
  }
  if (file.endsWith('.mdx')) {
    const outside = text.replaceAll(/^(```+)[\s\S]*?^\1/gm, '');
    return (outside.match(/^(import|export)\s.*$/gm) ?? []).join('\n');
  }
  return text;
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
        !/\.test\.tsx?$|\/testing\.ts$|\.config\.ts$|^content\/examples\/|^playground\/ui\/types\//.test(
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
  ['playground/engines/typescript/play.ts', `let x: import('../../session.ts').Session;`],
  ['content/claims.ts', `import '../playground/index.ts';`],
  ['content/docs/index.mdx', `# Words\n\nimport Run from '../../src/components/Run.astro';\n`],
  [
    'src/pages/play.astro',
    `---\nimport { openSession } from '../../playground/session.ts';\n---\n`,
  ],
  ['src/pages/play.astro', `<script>\nimport '../../playground/ui/Figure.tsx';\n</script>`],
  ['e2e/stop.spec.ts', `import { openSession } from '../playground/session.ts';`],
  ['e2e/stop.spec.ts', `import example from '../content/examples/order_book/example.json';`],
  ['playground/session/live.ts', `import { FakeTime } from './testing.ts';`],
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
