import type { Activation } from './activation.ts';
import { isUsing } from './blocks.ts';
import { giveWay } from './functions.ts';
import {
  assign,
  attempt,
  binary,
  block,
  declare,
  delegate,
  id,
  labeled,
  member,
  nameOf,
  raise,
  statement,
  when,
  type Node,
} from './nodes.ts';

const LOOPS = new Set([
  'WhileStatement',
  'DoWhileStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
]);

export const isLoop = (node: Node): boolean => LOOPS.has(node.type);

/** A loop asks at each turn whether it has run for long enough, and gives way where it has. */
export function compileLoop(node: Node, act: Activation, labels: Node[]): Node[] {
  if (node.type === 'ForOfStatement') moveUsing(node, act);
  if (node.type === 'ForOfStatement' && node['await'] === true)
    return [forAwait(node, act, labels)];
  const lowered =
    node.type === 'ForOfStatement' && act.yields ? forOf(node, act) : plainLoop(node, act);
  return [labeled(labels, lowered)];
}

function plainLoop(node: Node, act: Activation): Node {
  for (const field of ['init', 'test', 'update', 'left', 'right']) {
    if (node[field]) node[field] = act.visit(node[field]);
  }
  node['body'] = turn(node, act, []);
  return node;
}

/** The body, with what comes first at each turn. */
function turn(node: Node, act: Activation, first: Node[]): Node {
  const body: Node = act.body(node['body']);
  // A variable of the head may be declared anew in the body, so the body keeps its own block.
  const inner = first.length === 0 ? (body['body'] as Node[]) : [body];
  return block(...giveWay(act), ...first, ...inner);
}

/**
 * A compiled generator may park between two values; it then gives the mark `$.parked` in place of a value.
 * `for (const $x of $.each(items)) { if ($x === $.parked) { yield* $.unpark(); continue; } const title = $x; … }`
 */
function forOf(node: Node, act: Activation): Node {
  const item = id(act.unit.fresh('x'));
  const parked = when(
    binary(item, '===', act.unit.runtime('parked')),
    statement(delegate(act.call('unpark'))),
    { type: 'ContinueStatement', label: null },
  );
  const right = act.call('each', act.visit(node['right']));
  const target = take(node['left'], item, act);
  return {
    ...node,
    left: declareItem(item),
    right,
    body: block(parked, ...(turn(node, act, target)['body'] as Node[])),
  };
}

const declareItem = (item: Node): Node => ({
  type: 'VariableDeclaration',
  kind: 'const',
  declarations: [{ type: 'VariableDeclarator', id: item, init: null }],
});

/** `using` in a loop's head disposes at the end of each turn: it moves into the body. */
function moveUsing(node: Node, act: Activation): void {
  const left: Node = node['left'];
  if (!isUsing(left)) return;
  const item = id(act.unit.fresh('x'));
  const declarations = [{ type: 'VariableDeclarator', id: left['declarations'][0].id, init: item }];
  node['body'] = block({ ...left, declarations }, node['body']);
  node['left'] = declareItem(item);
}

/** Bind the loop's variable to the item. */
function take(left: Node, item: Node, act: Activation): Node[] {
  if (left.type !== 'VariableDeclaration') return [statement(assign(act.visit(left), item))];
  const target = act.visit(left['declarations'][0].id);
  return [declare(left['kind'], target, item)];
}

/**
 * `for await` asks for the next item and waits for it; a loop that is left before the end closes what it
 * iterates, and waits for that too.
 */
function forAwait(node: Node, act: Activation, labels: Node[]): Node {
  const unit = act.unit;
  const [source, step, error] = [unit.fresh('i'), unit.fresh('r'), unit.name('e')].map(id) as [
    Node,
    Node,
    Node,
  ];
  const site = act.site(node, nameOf(node['right']));
  const open = declare('const', source, act.call('asyncLoop', act.visit(node['right'])));
  const next = delegate(act.call('next', act.frame, site, source));
  act.tries++;
  const target = take(node['left'], member(step, 'value'), act);
  const loop: Node = {
    type: 'WhileStatement',
    test: {
      type: 'UnaryExpression',
      operator: '!',
      prefix: true,
      argument: member(assign(step, next), 'done'),
    },
    body: turn(node, act, target),
  };
  act.tries--;
  return block(
    open,
    declare('let', step, null),
    attempt(
      [labeled(labels, loop)],
      error,
      [statement(act.call('loopFailed', source)), raise(error)],
      [statement(delegate(act.call('close', source)))],
    ),
  );
}
