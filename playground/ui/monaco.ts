/// <reference types="vite/client" />
import { loader } from '@monaco-editor/react';
import * as monaco from 'monaco-editor/editor/editor.api.js';
import 'monaco-editor/features/register.all.js';
import 'monaco-editor/languages/definitions/python/register.js';
import 'monaco-editor/languages/definitions/typescript/register.js';
import {
  ModuleKind,
  ScriptTarget,
  typescriptDefaults,
} from 'monaco-editor/languages/features/typescript/register.js';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import TypeScriptWorker from 'monaco-editor/languages/features/typescript/ts.worker.js?worker';
import anyio from './types/anyio.d.ts?raw';
import mcp from './types/mcp.d.ts?raw';
import time from './types/time.d.ts?raw';
import type { PageTheme } from './usePageTheme.ts';

/**
 * Monaco, bundled with the site: the editor, its features, TypeScript and the words of Python. All features at
 * once, because TypeScript's part brings most of them later, and a service that comes late is not found.
 * This module is big and is only ever imported on demand.
 */
export { monaco };

self.MonacoEnvironment = {
  getWorker: (_id, label) => (label === 'typescript' ? new TypeScriptWorker() : new EditorWorker()),
};
loader.config({ monaco });

/** zod's own declarations: what a reader may use of it is all of it. */
const zod = import.meta.glob<string>('../../node_modules/zod/v4/{classic,core}/*.d.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const modules = 'file:///node_modules';
const declarations: Record<string, string> = {
  'anyio/index.d.ts': anyio,
  'mcp/index.d.ts': mcp,
  'time/index.d.ts': time,
  'zod/index.d.ts': "export * from './v4/classic/index.js';",
  // Fifty languages of error messages, which no program of a guide asks for.
  'zod/v4/locales/index.d.ts': 'export {};',
  ...Object.fromEntries(
    Object.entries(zod).map(([path, text]) => [path.slice(path.indexOf('zod/')), text]),
  ),
};
for (const [path, text] of Object.entries(declarations)) {
  typescriptDefaults.addExtraLib(text, `${modules}/${path}`);
}

/** `ModuleResolutionKind.Bundler` and `ModuleDetectionKind.Force`, which Monaco's own lists leave out. */
const [bundler, force] = [100, 3];

typescriptDefaults.setCompilerOptions({
  target: ScriptTarget.ESNext,
  module: ModuleKind.ESNext,
  moduleResolution: bundler,
  moduleDetection: force,
  lib: ['lib.esnext.d.ts', 'lib.webworker.d.ts'],
  strict: true,
  noImplicitAny: false,
  allowNonTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
});

/** Which of the page's colours (`--code-…`, src/styles/code.css) a word of the program takes. */
const colours: Record<string, string> = {
  '': '--code-foreground',
  identifier: '--code-foreground',
  tag: '--code-token-function',
  'type.identifier': '--code-foreground',
  delimiter: '--code-foreground',
  comment: '--code-token-comment',
  keyword: '--code-token-keyword',
  string: '--code-token-string',
  number: '--code-token-constant',
};

const fallback: Record<PageTheme, string> = { light: '#000000', dark: '#ffffff' };

/** Name a Monaco theme in the page's present colours; the figure's own background shows through. */
export function themeOf(page: PageTheme): string {
  const style = getComputedStyle(document.documentElement);
  const name = `figure-${page}`;
  const colour = (variable: string) => hex(style.getPropertyValue(variable)) ?? fallback[page];
  monaco.editor.defineTheme(name, {
    base: page === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: Object.entries(colours).map(([token, name]) => ({ token, foreground: colour(name) })),
    colors: {
      'editor.background': '#00000000',
      'editorGutter.background': '#00000000',
      'scrollbarSlider.background': `${colour('--code-token-comment')}55`,
      // Unused names keep their contrast; a squiggle tells.
      'editorUnnecessaryCode.opacity': '#000000ff',
      'editorLineNumber.foreground': colour('--code-token-comment'),
      'editorLineNumber.activeForeground': colour('--code-foreground'),
    },
  });
  return name;
}

/** `#rrggbb`, which is all that Monaco reads; null for what is no hex colour. */
function hex(value: string): string | null {
  const digits = /^\s*#([\da-f]{3}|[\da-f]{6})\s*$/i.exec(value)?.[1];
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, '$&$&') : digits}`;
}
