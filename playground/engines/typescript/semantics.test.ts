import ts from 'typescript';
import { expect, test } from 'vitest';
import { PROGRAMS } from './semantics.programs.ts';
import { run } from './testProgram.ts';

// What the language itself makes of the program is the reference: nothing is written down twice.
test.each(Object.entries(PROGRAMS))('%s', async (_, program) => {
  const expected = await natively(program);
  const source = `const { log } = host;\n${program}`;
  const printed: unknown[][] = [];
  const host = { log: (...values: unknown[]) => void printed.push(structure(values)) };
  const ran = await run(source, { globals: { host } });
  if (ran.error !== undefined) throw ran.error;
  expect(expected.length).toBeGreaterThan(0);
  expect(printed).toEqual(expected);
});

async function natively(program: string): Promise<unknown[][]> {
  const { outputText } = ts.transpileModule(program.replace(/^\s*export (default )?/gm, ''), {
    compilerOptions: {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      useDefineForClassFields: true,
      isolatedModules: true,
      preserveConstEnums: true,
    },
  });
  const printed: unknown[][] = [];
  const code = `'use strict'; return (async () => {\n${outputText.replace(/^export \{\};$/m, '')}\n})()`;
  const log = (...values: unknown[]): void => void printed.push(structure(values));
  await (new Function('log', code)(log) as Promise<void>);
  return printed;
}

/** What was printed, as it was at that moment. */
function structure(values: unknown[]): unknown[] {
  return values.map((value) =>
    typeof value === 'object' && value !== null && !(value instanceof Error)
      ? JSON.parse(JSON.stringify(value))
      : value,
  );
}
