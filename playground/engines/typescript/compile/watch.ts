import { isFunction, walk, type Node } from './nodes.ts';

/**
 * The module-level names whose values a reader may watch: sets, maps, arrays, plain objects and plain
 * values. What a call gives is watched too; a look at run time leaves out what turns out to be none of these.
 */
export function findWatched(program: Node): string[] {
  const names: string[] = [];
  for (const statement of program['body'] as Node[]) {
    const node: Node =
      statement.type === 'ExportNamedDeclaration' ? statement['declaration'] : statement;
    if (node?.type !== 'VariableDeclaration' || node['enum'] === true) continue;
    for (const declarator of node['declarations'] as Node[]) {
      const init: Node | null = declarator['init'];
      if (init === null ? node['kind'] === 'const' : !canBeWatched(init)) continue;
      for (const name of boundNames(declarator['id'])) names.push(name);
    }
  }
  return names;
}

const COLLECTIONS = new Set(['Set', 'Map', 'Array', 'Object']);

function canBeWatched(init: Node): boolean {
  if (isFunction(init) || init.type === 'ClassExpression') return false;
  if (init.type !== 'NewExpression') return init.type !== 'Literal' || init['regex'] === undefined;
  return init['callee'].type === 'Identifier' && COLLECTIONS.has(init['callee'].name);
}

/** The names that a pattern binds. */
export function boundNames(pattern: Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern['name']];
    case 'ObjectPattern':
      return (pattern['properties'] as Node[]).flatMap((part) =>
        boundNames(part.type === 'Property' ? part['value'] : part),
      );
    case 'ArrayPattern':
      return (pattern['elements'] as (Node | null)[]).flatMap((part) =>
        part ? boundNames(part) : [],
      );
    case 'AssignmentPattern':
      return boundNames(pattern['left']);
    case 'RestElement':
      return boundNames(pattern['argument']);
    default:
      return [];
  }
}

/**
 * Does the code of this function, without the functions inside it, mention one of the names? A name that
 * hides a watched one is taken for it: that costs a look, no wrong event.
 */
export function mentions(body: Node, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  let found = false;
  walk(body, (node) => {
    if (node.type === 'Identifier' && names.has(node['name'])) found = true;
    return !found && (node === body || !isFunction(node));
  });
  return found;
}

const EFFECTS = new Set([
  'CallExpression',
  'NewExpression',
  'AssignmentExpression',
  'UpdateExpression',
  'TaggedTemplateExpression',
  'AwaitExpression',
  'YieldExpression',
]);

/** Can running this change a value? What functions inside it do is left to them. */
export function hasEffect(node: Node): boolean {
  let found = false;
  walk(node, (inner) => {
    if (EFFECTS.has(inner.type)) found = true;
    if (inner.type === 'UnaryExpression' && inner['operator'] === 'delete') found = true;
    return !found && !isFunction(inner);
  });
  return found;
}
