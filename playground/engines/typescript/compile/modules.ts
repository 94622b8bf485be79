import type { Diagnostic } from '../../engine.ts';
import type { Activation } from './activation.ts';
import { describe, framed } from './functions.ts';
import {
  arrow,
  declare,
  generator,
  giveBack,
  id,
  literal,
  property,
  statement,
  type Node,
} from './nodes.ts';
import { boundNames } from './watch.ts';

/** A name that a program takes from a module. `*` is the whole module. */
export interface Import {
  module: string;
  name: string;
  /** Where it stands; lines and columns count from 1. */
  line: number;
  column: number;
}

/**
 * The module's body becomes one generator, run as a task. Imports are looked up first; exported and watched
 * names are given to the runtime as functions that read them.
 */
export function compileModule(program: Node, act: Activation, watched: string[]): ModuleCode {
  const body: Node[] = [];
  const bindings: Node[] = [];
  const exported = new Map<string, Node>();
  for (const node of program['body'] as Node[]) {
    switch (node.type) {
      case 'ImportDeclaration':
        bindings.push(node);
        break;
      case 'ExportNamedDeclaration':
        exportNamed(node, body, bindings, exported, act);
        break;
      case 'ExportDefaultDeclaration':
        exportDefault(node, body, exported, act);
        break;
      default:
        body.push(node);
    }
  }
  const compiled = act.statements(body, 'var');
  const imports: Import[] = [];
  const loaded = bindings.flatMap((node) => compileImport(node, act, imports));
  const expose = act.call(
    'expose',
    readers(exported),
    readers(watched.map((name) => [name, id(name)])),
  );
  const statements = [statement(expose), ...loaded, ...compiled];
  const meta = describe({ ...program, loc: null }, act, '');
  const run = generator([], { type: 'BlockStatement', body: framed(act, meta, statements) });
  return { statements: [...act.unit.constants, giveBack(run)], imports };
}

export interface ModuleCode {
  /** The body of a function that makes the module's generator. */
  statements: Node[];
  imports: Import[];
}

/** What the program takes from modules that are not there, or that lack it. */
export function missing(
  imports: readonly Import[],
  modules: Readonly<Record<string, readonly string[]>>,
): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { module, name, line, column } of imports) {
    const names = modules[module];
    let message: string | null = null;
    if (names === undefined)
      message = `There is no module '${module}' here. There are: ${Object.keys(modules).join(', ')}.`;
    else if (name !== '*' && !names.includes(name))
      message = `'${module}' has no '${name}'. It has: ${[...names].sort().join(', ')}.`;
    if (message !== null) diagnostics.push({ line, column, message, severity: 'error' });
  }
  return diagnostics;
}

/** Names that are used for types only are left out, as TypeScript does. */
function compileImport(node: Node, act: Activation, imports: Import[]): Node[] {
  const module: string = node['source'].value;
  const note = (at: Node, name: string): void => {
    const { line, column } = at.loc!.start;
    imports.push({ module, name, line, column: column + 1 });
  };
  const load = act.call('module', literal(module));
  const specifiers: Node[] = node['specifiers'];
  const used = specifiers.filter((part) => act.unit.used.has(part['local'].name));
  if (specifiers.length === 0 || used.length < specifiers.length) note(node['source'], '*');
  const declarations: Node[] = [];
  const properties: Node[] = [];
  for (const part of used) {
    if (part.type === 'ImportNamespaceSpecifier') {
      note(part, '*');
      declarations.push(declare('const', part['local'], load));
      continue;
    }
    const imported: Node | undefined = part['imported'];
    const name: string =
      imported === undefined ? 'default' : (imported['name'] ?? imported['value']);
    note(part, name);
    properties.push(property(literal(name), part['local']));
  }
  if (properties.length > 0)
    declarations.push(declare('const', { type: 'ObjectPattern', properties }, load));
  return declarations;
}

function exportNamed(
  node: Node,
  body: Node[],
  bindings: Node[],
  exported: Map<string, Node>,
  act: Activation,
): void {
  const declaration: Node | null = node['declaration'];
  if (declaration !== null) {
    body.push(declaration);
    const names =
      declaration.type === 'VariableDeclaration'
        ? (declaration['declarations'] as Node[]).flatMap((part) => boundNames(part['id']))
        : [declaration['id'].name as string];
    for (const name of names) exported.set(name, id(name));
    return;
  }
  const specifiers: Node[] = node['specifiers'];
  const text = (part: Node): string => part['name'] ?? part['value'];
  if (node['source'] === null) {
    for (const part of specifiers) {
      act.unit.used.add(part['local'].name);
      exported.set(text(part['exported']), id(part['local'].name));
    }
    return;
  }
  // `export { sleep } from 'anyio'` is an import under a name of its own.
  const imported = specifiers.map((part) => {
    const local = id(act.unit.fresh('i'));
    act.unit.used.add(local['name']);
    exported.set(text(part['exported']), local);
    return { type: 'ImportSpecifier', imported: part['local'], local, loc: part.loc ?? null };
  });
  bindings.push({ type: 'ImportDeclaration', source: node['source'], specifiers: imported });
}

function exportDefault(
  node: Node,
  body: Node[],
  exported: Map<string, Node>,
  act: Activation,
): void {
  const declaration: Node = node['declaration'];
  if (/Declaration$/.test(declaration.type) && declaration['id']) {
    body.push(declaration);
    exported.set('default', id(declaration['id'].name));
    return;
  }
  const local = id(act.unit.name('default'));
  exported.set('default', local);
  if (declaration.type === 'FunctionDeclaration') {
    body.push({ ...declaration, id: local, exportedAs: 'default' });
    return;
  }
  declaration['exportedAs'] = 'default';
  const isClass = declaration.type === 'ClassDeclaration';
  const value: Node = isClass ? { ...declaration, type: 'ClassExpression' } : declaration;
  body.push({ ...declare('const', local, value), loc: node.loc ?? null });
}

const readers = (names: Iterable<readonly [string, Node]>): Node => ({
  type: 'ObjectExpression',
  properties: [...names].map(([name, value]) => property(literal(name), arrow([], value))),
});
