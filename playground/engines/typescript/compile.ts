/**
 * A program as a person writes it becomes generators that the kernel drives (architecture, decision 3).
 *
 * Every function is compiled to a generator, its twin. Inside, `await f()` and `f()` ask the callee for its
 * twin and delegate to it, so a wait anywhere suspends the whole stack, and a cancellation is thrown where
 * the innermost function waits. The runtime makes a normal function of each twin, for callers that are not
 * compiled. Statements note their line in the function's frame; try, catch, finally and await tell the
 * probe what happens. `program.ts` runs the result.
 */
import { print } from 'esrap';
import ts from 'esrap/languages/ts';
import type { Diagnostic } from '../engine.ts';
import { Activation } from './compile/activation.ts';
import { visitExpression } from './compile/expressions.ts';
import { compileModule, missing, type Import } from './compile/modules.ts';
import type { Node } from './compile/nodes.ts';
import { parse } from './compile/parse.ts';
import { visitStatements } from './compile/statements.ts';
import { stripTypes } from './compile/types.ts';
import { Unit } from './compile/unit.ts';
import { findWatched, mentions } from './compile/watch.ts';

export type { Import };

export interface Compiled {
  ok: true;
  /** The body of a function that takes the runtime and the world's globals and gives the module's generator. */
  code: string;
  /** The name that the runtime has in the code. */
  runtime: string;
  imports: readonly Import[];
  /** Module-level names of sets, maps, arrays, plain objects and plain values. */
  watched: string[];
  warnings: Diagnostic[];
}

export interface Rejected {
  ok: false;
  diagnostics: Diagnostic[];
}

/**
 * Compile a program. Where the modules' names are given, imports of what they lack are refused here;
 * otherwise when the program is run.
 */
export function compile(
  source: string,
  modules?: Readonly<Record<string, readonly string[]>>,
): Compiled | Rejected {
  const program = parse(source);
  if ('message' in program) return { ok: false, diagnostics: [program as Diagnostic] };
  const diagnostics = [...stripTypes(program), ...refuseTopLevelUsing(program)];
  if (diagnostics.length > 0) return { ok: false, diagnostics };

  const watched = findWatched(program);
  const unit = new Unit(source, watched);
  const act = new Activation(
    unit,
    { expression: visitExpression, statements: visitStatements },
    null,
    {
      kind: 'async',
      arrow: false,
      label: '(module)',
      watches: mentions(program, unit.watched),
    },
  );
  const { statements, imports } = compileModule(program, act, watched);
  const lacking = modules === undefined ? [] : missing(imports, modules);
  const refused = [...unit.refusals, ...lacking];
  if (refused.length > 0) return { ok: false, diagnostics: refused };
  const tree: Node = { type: 'Program', sourceType: 'module', body: statements };
  const { code } = print(tree as never, ts());
  const { warnings, runtimeName } = unit;
  return {
    ok: true,
    code: `'use strict';\n${code}`,
    runtime: runtimeName,
    imports,
    watched,
    warnings,
  };
}

function refuseTopLevelUsing(program: Node): Diagnostic[] {
  const message = '`using` at the top level does not run here. Put it in a function or a block.';
  return (program['body'] as Node[])
    .filter((node) => node.type === 'VariableDeclaration' && /using$/.test(node['kind']))
    .map(({ loc }) => ({
      line: loc!.start.line,
      column: loc!.start.column + 1,
      message,
      severity: 'error',
    }));
}
