/**
 * A syntax tree node, as acorn makes it and esrap prints it. The transform reads and writes dozens of kinds,
 * most of them only to pass them on, so fields are not typed one by one.
 */
export interface Node {
  type: string;
  start?: number;
  end?: number;
  loc?: { start: Position; end: Position } | null;
  [field: string]: any;
}

/** `line` counts from 1, `column` from 0. */
export interface Position {
  line: number;
  column: number;
}

export const id = (name: string): Node => ({ type: 'Identifier', name });

export const literal = (value: string | number | boolean | null): Node => ({
  type: 'Literal',
  value,
  raw: JSON.stringify(value),
});

export const nothing = (): Node => id('undefined');

export const call = (callee: Node, ...args: Node[]): Node => ({
  type: 'CallExpression',
  callee,
  arguments: args,
  optional: false,
});

export const member = (object: Node, property: string): Node => ({
  type: 'MemberExpression',
  object,
  property: id(property),
  computed: false,
  optional: false,
});

export const at = (object: Node, property: Node): Node => ({
  type: 'MemberExpression',
  object,
  property,
  computed: true,
  optional: false,
});

export const assign = (left: Node, right: Node): Node => ({
  type: 'AssignmentExpression',
  operator: '=',
  left,
  right,
});

export const binary = (left: Node, operator: string, right: Node): Node => ({
  type: 'BinaryExpression',
  operator,
  left,
  right,
});

export const choose = (test: Node, consequent: Node, alternate: Node): Node => ({
  type: 'ConditionalExpression',
  test,
  consequent,
  alternate,
});

export const sequence = (...expressions: Node[]): Node => ({
  type: 'SequenceExpression',
  expressions,
});

export const list = (elements: Node[]): Node => ({ type: 'ArrayExpression', elements });

export const record = (fields: Record<string, Node>): Node => ({
  type: 'ObjectExpression',
  properties: Object.entries(fields).map(([name, value]) => property(literal(name), value)),
});

export const property = (key: Node, value: Node): Node => ({
  type: 'Property',
  kind: 'init',
  key,
  value,
  computed: false,
  method: false,
  shorthand: false,
});

export const delegate = (argument: Node): Node => ({
  type: 'YieldExpression',
  delegate: true,
  argument,
});

export const statement = (expression: Node): Node => ({ type: 'ExpressionStatement', expression });

export const block = (...body: Node[]): Node => ({ type: 'BlockStatement', body });

export const declare = (kind: 'const' | 'let' | 'var', target: Node, init: Node | null): Node => ({
  type: 'VariableDeclaration',
  kind,
  declarations: [{ type: 'VariableDeclarator', id: target, init }],
});

export const when = (test: Node, ...consequent: Node[]): Node => ({
  type: 'IfStatement',
  test,
  consequent: consequent.length === 1 ? consequent[0]! : block(...consequent),
  alternate: null,
});

export const raise = (argument: Node): Node => ({ type: 'ThrowStatement', argument });

export const giveBack = (argument: Node | null): Node => ({ type: 'ReturnStatement', argument });

export const attempt = (
  body: Node[],
  error: Node,
  handler: Node[] | null,
  last: Node[] | null,
): Node => ({
  type: 'TryStatement',
  block: block(...body),
  handler: handler && { type: 'CatchClause', param: error, body: block(...handler) },
  finalizer: last && block(...last),
});

export const labeled = (labels: Node[], body: Node): Node =>
  labels.reduceRight<Node>(
    (inner, label) => ({ type: 'LabeledStatement', label, body: inner }),
    body,
  );

export const arrow = (params: Node[], body: Node): Node => ({
  type: 'ArrowFunctionExpression',
  id: null,
  expression: body.type !== 'BlockStatement',
  async: false,
  generator: false,
  params,
  body,
});

export const generator = (params: Node[], body: Node): Node => ({
  type: 'FunctionExpression',
  id: null,
  expression: false,
  generator: true,
  async: false,
  params,
  body,
});

export const isFunction = (node: Node): boolean =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression';

const SKIPPED = new Set(['type', 'start', 'end', 'loc', 'range', 'raw', 'regex', 'parent']);

/** Replace each child by what `change` gives for it; null takes it out of a list. */
export function mapChildren(node: Node, change: (child: Node) => Node | null): void {
  for (const field of Object.keys(node)) {
    if (SKIPPED.has(field)) continue;
    const value: unknown = node[field];
    if (Array.isArray(value)) {
      const changed: (Node | null)[] = [];
      for (const item of value as (Node | null)[]) {
        const next = isNode(item) ? change(item) : item;
        // A hole of an array literal is null and stays.
        if (next !== null || item === null) changed.push(next);
      }
      node[field] = changed;
    } else if (isNode(value)) node[field] = change(value);
  }
}

/** Look at every node below, as long as `look` says to go deeper. */
export function walk(node: Node, look: (node: Node) => boolean): void {
  if (!look(node)) return;
  for (const field of Object.keys(node)) {
    if (SKIPPED.has(field)) continue;
    const value: unknown = node[field];
    if (Array.isArray(value)) {
      for (const item of value) if (isNode(item)) walk(item, look);
    } else if (isNode(value)) walk(value, look);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The line a node starts on. */
export const lineOf = (node: Node): number => node.loc?.start.line ?? 0;

/** A callee as a reader would name it: `takePayment`, `tg.start`, `CancelScope.run`. */
export function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node['name'];
    case 'PrivateIdentifier':
      return `#${node['name']}`;
    case 'ThisExpression':
      return 'this';
    case 'Super':
      return 'super';
    case 'MemberExpression': {
      const object = nameOf(node['object']);
      if (!node['computed']) return `${object}.${nameOf(node['property'])}`;
      const key: Node = node['property'];
      return key.type === 'Literal' ? `${object}[${key['raw']}]` : `${object}[…]`;
    }
    case 'CallExpression':
      return `${nameOf(node['callee'])}()`;
    case 'NewExpression':
      return nameOf(node['callee']);
    case 'ChainExpression':
      return nameOf(node['expression']);
    default:
      return isFunction(node) ? 'function' : '…';
  }
}
