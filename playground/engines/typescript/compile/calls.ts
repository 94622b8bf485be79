import type { Activation } from './activation.ts';
import { assign, choose, delegate, id, lineOf, list, nameOf, nothing } from './nodes.ts';
import { binary, literal, type Node } from './nodes.ts';

/** How the value of a call is taken: as it is, awaited, or as the value of the function it stands in. */
export type Taking = 'value' | 'await' | 'tail';

/**
 * A call in code that can yield asks the callee for its twin:
 * `$.call($f, f, undefined, [args], site) ? yield* $.twin : $.value`. One that is awaited delegates:
 * `yield* $.awaitCall($f, site, f, undefined, [args])`.
 */
export function compileCall(node: Node, act: Activation, taking: Taking): Node {
  const callee: Node = node['callee'];
  if (callee.type === 'Super' || callee.type === 'ChainExpression' || callee['native'] === true)
    return nativeCall(node, act, taking);
  const target = compileCallee(callee, act);
  return emitCall(node, act, target, taking);
}

/** The function that is called, and the `this` it is called with. */
export interface Target {
  fn: Node;
  self: Node;
}

export function emitCall(node: Node, act: Activation, { fn, self }: Target, taking: Taking): Node {
  const callee: Node = node['callee'];
  const line = lineOfCall(callee);
  const site = act.site(node, nameOf(callee), line || lineOf(node));
  const args = list(compileArguments(node, act, callee));
  switch (taking) {
    case 'await':
      return delegate(act.call('awaitCall', act.frame, site, fn, self, args));
    case 'tail':
    case 'value': {
      const part = taking === 'tail' ? 'tail' : 'call';
      return choose(
        act.call(part, act.frame, fn, self, args, site),
        delegate(act.unit.runtime('twin')),
        act.unit.runtime('value'),
      );
    }
  }
}

/** An optional chain with calls in it: each `?.` becomes a test, so that a call after it can yield. */
export function compileChain(node: Node, act: Activation, taking: Taking = 'value'): Node {
  const guards: Node[] = [];
  const guard = (value: Node): Node => {
    const kept = act.temporary();
    guards.push(binary(assign(kept, value), '==', literal(null)));
    return kept;
  };
  const link = (part: Node, isLast: boolean): Node => {
    switch (part.type) {
      case 'MemberExpression': {
        if (part['object'].type === 'Super') return act.visit(part);
        const object = link(part['object'], false);
        const kept = part['optional'] === true ? guard(object) : object;
        return { ...part, object: kept, property: key(part, act), optional: false };
      }
      case 'CallExpression': {
        const target = linkCallee(part['callee']);
        if (part['optional'] === true) target.fn = guard(target.fn);
        return emitCall(part, act, target, isLast ? taking : 'value');
      }
      default:
        return act.visit(part);
    }
  };
  const linkCallee = (callee: Node): Target => {
    if (callee.type !== 'MemberExpression') return { fn: link(callee, false), self: nothing() };
    if (callee['object'].type === 'Super') return compileCallee(callee, act);
    const object = link(callee['object'], false);
    const self = callee['optional'] === true ? guard(object) : act.temporary();
    const kept = callee['optional'] === true ? self : assign(self, object);
    return { fn: { ...callee, object: kept, property: key(callee, act), optional: false }, self };
  };
  const isDelete = node.type === 'UnaryExpression';
  const expression: Node = isDelete ? node['argument'].expression : node['expression'];
  const last = link(expression, true);
  const whole = isDelete ? { ...node, argument: last } : last;
  const short = isDelete ? literal(true) : nothing();
  const missing = taking === 'await' ? compileAwaitValue(node, act, short) : short;
  return guards.reduceRight((rest, test) => choose(test, missing, rest), whole);
}

/** Is there a call in the chain itself, one that could yield? */
export function hasCall(chain: Node): boolean {
  for (let part: Node = chain['expression']; ;) {
    if (part.type === 'CallExpression') return true;
    if (part.type !== 'MemberExpression') return false;
    part = part['object'];
  }
}

/** `yield* $.awaitValue($f, site, value)` */
export function compileAwaitValue(
  node: Node,
  act: Activation,
  value: Node,
  what = 'promise',
): Node {
  return delegate(act.call('awaitValue', act.frame, act.site(node, what), value));
}

export function compileAwait(node: Node, act: Activation): Node {
  const argument: Node = node['argument'];
  if (argument.type === 'CallExpression') return compileCall(argument, act, 'await');
  if (argument.type === 'ChainExpression' && argument['expression'].type === 'CallExpression')
    return compileChain(argument, act, 'await');
  return compileAwaitValue(node, act, act.visit(argument));
}

function nativeCall(node: Node, act: Activation, taking: Taking): Node {
  const callee: Node = node['callee'];
  if (callee['native'] === true) {
    const part = act.nativePart();
    callee['body'].body = (callee['body'].body as Node[]).map((inner) => part.visit(inner));
    return node;
  }
  const { root } = act.home();
  const isSuper = callee.type === 'Super';
  if (isSuper) root?.captures.add('superCall');
  const kept = isSuper ? (root ? id(act.unit.name('superCall')) : callee) : act.visit(callee);
  const made = { ...node, callee: kept, arguments: compileArguments(node, act, callee) };
  return taking === 'await' ? compileAwaitValue(node, act, made) : made;
}

function compileCallee(callee: Node, act: Activation): Target {
  if (callee.type !== 'MemberExpression') return { fn: act.visit(callee), self: nothing() };
  if (callee['object'].type === 'Super')
    return { fn: act.visit(callee), self: act.visit({ type: 'ThisExpression' }) };
  const object = act.visit(callee['object']);
  const isSimple = object.type === 'Identifier' || object.type === 'ThisExpression';
  const self = isSimple ? object : act.temporary();
  const kept = isSimple ? object : assign(self, object);
  return { fn: { ...callee, object: kept, property: key(callee, act) }, self };
}

const key = (node: Node, act: Activation): Node =>
  node['computed'] === true ? act.visit(node['property']) : node['property'];

/** An anonymous function among the arguments is known by the name it is registered under. */
function compileArguments(node: Node, act: Activation, callee: Node): Node[] {
  const args: Node[] = node['arguments'];
  const first = args[0];
  const isRegistration = callee.type === 'MemberExpression' && first?.type === 'Literal';
  const label = isRegistration && typeof first['value'] === 'string' ? first['value'] : undefined;
  return args.map((arg) => {
    if (label !== undefined && isAnonymous(arg)) arg['label'] = label;
    return act.visit(arg);
  });
}

const isAnonymous = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' || (node.type === 'FunctionExpression' && !node['id']);

/** The line of the name that is called: the last one of a chain over several lines. */
function lineOfCall(callee: Node): number {
  return lineOf(callee.type === 'MemberExpression' ? callee['property'] : callee);
}
