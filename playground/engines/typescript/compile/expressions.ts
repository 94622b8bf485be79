import type { Activation } from './activation.ts';
import { compileAwait, compileCall, compileChain, hasCall } from './calls.ts';
import { compileClass, compileObject } from './classes.ts';
import { compileFunction, visitNamed } from './functions.ts';
import { call, delegate, id, mapChildren, nothing, type Node } from './nodes.ts';

/** Transform one expression. In code that cannot yield, calls stay native calls. */
export function visitExpression(node: Node, act: Activation): Node {
  switch (node.type) {
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return compileFunction(node, act, { label: node['label'] });
    case 'ClassExpression':
    case 'ClassDeclaration':
      return compileClass(node, act);
    case 'ObjectExpression':
      return compileObject(node, act);
    case 'CallExpression':
      return visitCall(node, act);
    case 'ChainExpression':
      return act.yields && hasCall(node) ? compileChain(node, act) : visitChildren(node, act);
    case 'UnaryExpression': {
      const argument: Node = node['argument'];
      const isChain = node['operator'] === 'delete' && argument.type === 'ChainExpression';
      return act.yields && isChain && hasCall(argument)
        ? compileChain(node, act)
        : visitChildren(node, act);
    }
    case 'AwaitExpression':
      return compileAwait(node, act);
    case 'YieldExpression':
      return visitYield(node, act);
    case 'MemberExpression':
      return visitMember(node, act);
    case 'UpdateExpression':
      refuseSuperTarget(node['argument'], act);
      return visitChildren(node, act);
    case 'AssignmentExpression': {
      refuseSuperTarget(node['left'], act);
      node['left'] = act.visit(node['left']);
      node['right'] = visitNamed(node['right'], act, plainName(node['left']));
      return node;
    }
    case 'AssignmentPattern': {
      node['left'] = act.visit(node['left']);
      node['right'] = visitNamed(node['right'], act, plainName(node['left']));
      return node;
    }
    case 'VariableDeclarator': {
      node['id'] = act.visit(node['id']);
      if (node['init']) node['init'] = visitNamed(node['init'], act, plainName(node['id']));
      return node;
    }
    case 'Property': {
      // A part of a pattern: object literals are compiled as a whole.
      if (node['computed'] === true) node['key'] = act.visit(node['key']);
      node['value'] = act.visit(node['value']);
      return node;
    }
    case 'ThisExpression':
      return visitThis(node, act);
    case 'MetaProperty':
      return bring('target', node, act);
    case 'Identifier':
      act.unit.used.add(node['name']);
      return node['name'] === 'arguments' ? bring('arguments', node, act) : node;
    case 'Literal':
    case 'TemplateElement':
      return node;
    default:
      return visitChildren(node, act);
  }
}

function visitChildren(node: Node, act: Activation): Node {
  mapChildren(node, (child) => act.visit(child));
  return node;
}

const plainName = (target: Node): string | undefined =>
  target.type === 'Identifier' ? target['name'] : undefined;

function visitCall(node: Node, act: Activation): Node {
  if (act.yields || node['callee'].type === 'Super' || node['callee'].native === true)
    return compileCall(node, act, 'value');
  return visitChildren(node, act);
}

function visitMember(node: Node, act: Activation): Node {
  if (node['computed'] === true) node['property'] = act.visit(node['property']);
  if (node['object'].type !== 'Super') {
    node['object'] = act.visit(node['object']);
    return node;
  }
  const { owner, root } = act.home();
  owner.usesSuper = true;
  const bringer = root ?? (owner.carriesSuper ? owner : null);
  if (bringer === null) return node;
  bringer.captures.add('super');
  const key: Node = node['property'];
  const text = JSON.stringify(key['name']);
  const name: Node =
    node['computed'] === true ? key : { type: 'Literal', value: key['name'], raw: text };
  return call(id(act.unit.name('super')), name);
}

/** An arrow reads `super` through a function that is brought along; there is none that writes. */
function refuseSuperTarget(target: Node, act: Activation): void {
  if (target.type !== 'MemberExpression' || target['object'].type !== 'Super') return;
  const { owner, root } = act.home();
  if (root === null && !owner.carriesSuper) return;
  const { line, column } = target.loc!.start;
  const message = 'An arrow function cannot assign to `super` here. Assign in the method itself.';
  act.unit.refusals.push({ line, column: column + 1, message, severity: 'error' });
}

function visitThis(node: Node, act: Activation): Node {
  const { owner, root } = act.home();
  if (root !== null && owner.derived) {
    root.captures.add('this');
    return call(id(act.unit.name('this')));
  }
  for (let a: Activation | null = act; a !== null && a.arrow; a = a.parent) a.usesThis = true;
  return node;
}

/** What only the function round an arrow knows is brought along to it by its outermost arrow. */
function bring(capture: 'arguments' | 'target', node: Node, act: Activation): Node {
  const { owner, root } = act.home();
  // Only constructors are called with `new`: everything that yields has no `new.target`.
  if (capture === 'target' && owner.yields) return nothing();
  if (root === null) return node;
  root.captures.add(capture);
  return id(act.unit.name(capture));
}

/** `yield x` gives a value to the consumer: `yield $.out($f, x)`. Traps are yielded beside it. */
function visitYield(node: Node, act: Activation): Node {
  const isAsync = act.kind === 'asyncGenerator';
  const argument = node['argument'] === null ? nothing() : act.visit(node['argument']);
  if (node['delegate'] === true)
    return delegate(act.call(isAsync ? 'delegateAsync' : 'delegate', act.frame, argument));
  const value = isAsync ? delegate(act.call('settleValue', argument)) : argument;
  return { type: 'YieldExpression', delegate: false, argument: act.call('out', act.frame, value) };
}
