import type { Diagnostic } from '../../engine.ts';
import { lowerEnum } from './enums.ts';
import { assign, id, mapChildren, member, statement, type Node } from './nodes.ts';

/**
 * Take the types out, so that JavaScript remains: annotations go, enums and parameter properties become
 * code. What cannot be supported is reported where it stands, all of it in one pass.
 */
export function stripTypes(program: Node): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const refuse = (node: Node, message: string): void => {
    const { line, column } = node.loc!.start;
    diagnostics.push({ line, column: column + 1, message, severity: 'error' });
  };
  const strip = (node: Node): Node | null => {
    for (const field of ANNOTATIONS) if (field in node) delete node[field];
    const reason = refusal(node);
    if (reason !== null) {
      refuse(node, reason);
      return null;
    }
    if (isErased(node)) return null;
    switch (node.type) {
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSInstantiationExpression':
        return strip(node['expression']);
      case 'TSEnumDeclaration':
        return strip(lowerEnum(node));
      case 'TSParameterProperty':
        return strip(node['parameter']);
      case 'ClassDeclaration':
      case 'ClassExpression':
        lowerConstructor(node);
        break;
      case 'ExportNamedDeclaration': {
        const declared: Node | null = node['declaration'];
        if (declared === null) break;
        const kept = strip(declared);
        if (kept === null) return null;
        node['declaration'] = kept;
        return node;
      }
      case 'ExportDefaultDeclaration': {
        const kept = strip(node['declaration']);
        if (kept === null) return null;
        node['declaration'] = kept;
        return node;
      }
    }
    if (Array.isArray(node['params'])) {
      const first: Node | undefined = node['params'][0];
      if (first?.type === 'Identifier' && first['name'] === 'this') node['params'].shift();
    }
    mapChildren(node, strip);
    return node;
  };
  mapChildren(program, strip);
  return diagnostics;
}

const ANNOTATIONS = [
  'typeAnnotation',
  'returnType',
  'typeParameters',
  'typeArguments',
  'superTypeParameters',
  'superTypeArguments',
  'implements',
  'accessibility',
  'readonly',
  'override',
  'definite',
];

/** What stands for a type only, and what another file would provide. */
function isErased(node: Node): boolean {
  if (node['declare'] === true || node['abstract'] === true) {
    if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') return true;
    if (node['declare'] === true) return true;
    delete node['abstract'];
  }
  switch (node.type) {
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
    case 'TSDeclareFunction':
    case 'TSIndexSignature':
    case 'TSNamespaceExportDeclaration':
      return true;
    case 'ImportDeclaration':
    case 'ImportSpecifier':
      return node['importKind'] === 'type';
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportSpecifier':
      return node['exportKind'] === 'type';
    case 'MethodDefinition':
      return node['value'].type === 'TSDeclareMethod';
    case 'Identifier':
    case 'PropertyDefinition':
      delete node['optional'];
      return false;
    default:
      return false;
  }
}

function refusal(node: Node): string | null {
  if (node['decorators']?.length > 0)
    return 'Decorators do not run here. Call the function yourself, after the declaration.';
  switch (node.type) {
    case 'TSModuleDeclaration':
      if (node['declare'] === true) return null;
      return 'Namespaces do not run here. Use functions and objects of the module instead.';
    case 'TSImportEqualsDeclaration':
      return "Write `import * as name from 'module'` instead of `import name = …`.";
    case 'TSExportAssignment':
      return 'Write `export default …` instead of `export = …`.';
    case 'ExportAllDeclaration':
      if (node['exportKind'] === 'type') return null;
      return "Name what is exported: `export { sleep } from 'anyio'` instead of `export *`.";
    case 'ImportExpression':
      return 'import() does not run here. Import at the top of the program.';
    case 'MetaProperty':
      return node['meta'].name === 'import' ? 'import.meta does not exist here.' : null;
    case 'PropertyDefinition':
      if (node['accessor'] !== true) return null;
      return '`accessor` fields do not run here. Write a getter and a setter.';
    default:
      return null;
  }
}

/**
 * A constructor has to know whether it calls `super(…)` before it may touch `this`. Its parameter
 * properties, `constructor(private title: string)`, are fields that it sets first, or right after `super(…)`.
 */
function lowerConstructor(node: Node): void {
  const elements: Node[] = node['body'].body;
  const constructor: Node | undefined = elements.find(
    (element) =>
      element['kind'] === 'constructor' && element['value'].type === 'FunctionExpression',
  )?.['value'];
  if (constructor === undefined) return;
  const derived = node['superClass'] !== null;
  constructor['derived'] = derived;

  const names: string[] = [];
  const assignments: Node[] = [];
  for (const param of constructor['params'] as Node[]) {
    if (param.type !== 'TSParameterProperty') continue;
    const inner: Node = param['parameter'];
    const name: string = inner.type === 'AssignmentPattern' ? inner['left'].name : inner['name'];
    const set = statement(assign(member({ type: 'ThisExpression' }, name), id(name)));
    names.push(name);
    assignments.push({ ...set, loc: param.loc ?? null });
  }
  const body: Node[] = constructor['body'].body;
  const isSuper = ({ expression }: Node): boolean =>
    expression?.type === 'CallExpression' && expression.callee.type === 'Super';
  body.splice(derived ? body.findIndex(isSuper) + 1 : 0, 0, ...assignments);
  elements.unshift(...names.map(field));
}

const field = (name: string): Node => ({
  type: 'PropertyDefinition',
  key: id(name),
  value: null,
  static: false,
  computed: false,
});
