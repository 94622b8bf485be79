import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** What a reader's program is checked against in the editor, checked here against the guide's own programs. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const types = `${root}playground/ui/types`;
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.esnext.d.ts', 'lib.webworker.d.ts'],
  strict: true,
  noImplicitAny: false,
  skipLibCheck: true,
  noEmit: true,
  types: [],
  paths: {
    anyio: [`${types}/anyio.d.ts`],
    mcp: [`${types}/mcp.d.ts`],
    time: [`${types}/time.d.ts`],
    zod: [`${root}node_modules/zod/index.d.ts`],
  },
};

/** Messages of TypeScript on programs, by file and line. */
function problems(sources: Record<string, string>): string[] {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.fileExists = (file) => file in sources || fileExists.call(host, file);
  host.readFile = (file) => sources[file] ?? readFile.call(host, file);
  host.getSourceFile = (file, target, ...rest) => {
    const text = sources[file];
    return text === undefined
      ? getSourceFile.call(host, file, target, ...rest)
      : ts.createSourceFile(file, text, target);
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram(Object.keys(sources), options, host))
    .map(({ file, start, messageText }) => {
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
      return `${file?.fileName ?? ''}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

/** Milliseconds: the type checker is slow to start, and slower on a busy machine. */
const PATIENCE = 120_000;

test("every program of the guide fits the editor's types", { timeout: PATIENCE }, () => {
  const files = globSync(`${root}content/examples/*/server.ts`);
  expect(files.length).toBeGreaterThan(10);
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(file, 'utf8')]));
  expect(problems(sources)).toEqual([]);
});

test(
  'arguments have the types of their schemas, and a mistake has its line',
  { timeout: PATIENCE },
  () => {
    const source = `import { moveOnAfter } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';
const mcp = new MCPServer('Bookshop');
mcp.tool('order', { inputSchema: { title: z.string(), copies: z.int().optional() } }, async ({ title, copies }) => {
  const text: string = title;
  const many: number | undefined = copies;
  const wrong: number = title;
  const scope = await moveOnAfter(5, { shield: true }, async () => {});
  return [text, many, wrong, scope.cancelledCaught];
});
mcp.resource('order://{title}', {}, ({ title, author }) => [title, author]);
`;
    expect(problems({ [`${root}program.ts`]: source })).toEqual([
      expect.stringMatching(/program\.ts:8 Type 'string' is not assignable to type 'number'/),
      expect.stringMatching(/program\.ts:12 Property 'author' does not exist/),
    ]);
  },
);

test('tasks and threads pass their arguments on, with their types', () => {
  const source = `import { createTaskGroup, toThread, type TaskStatus } from 'anyio';
const pack = async (title: string, status: TaskStatus<number>) => status.started(title.length);
await createTaskGroup(async (tg) => {
  tg.startSoon(async (title: string) => title, 'Dune');
  const length: number = await tg.start(pack, 'Dune');
  tg.startSoon(async (title: string) => title, length);
});
const text: string = await toThread.runSync((a: string) => a, 'Dune', { abandonOnCancel: true });
export { text };
`;
  expect(problems({ [`${root}program.ts`]: source })).toEqual([
    expect.stringMatching(
      /program\.ts:6 .*'number' is not assignable to parameter of type 'string'/,
    ),
  ]);
});
