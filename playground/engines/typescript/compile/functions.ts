import type { Activation, Capture, Kind, Origin } from './activation.ts';
import {
  arrow,
  attempt,
  block,
  call,
  declare,
  delegate,
  generator,
  giveBack,
  id,
  isFunction,
  lineOf,
  nothing,
  raise,
  statement,
  walk,
  when,
  at,
  type Node,
} from './nodes.ts';
import { mentions } from './watch.ts';

/**
 * A function becomes a generator, handed to the runtime with what is known of it: `$.fn(meta, function* …)`.
 * The runtime makes a normal function of it and keeps the generator as its twin for compiled callers.
 */
export function compileFunction(node: Node, act: Activation, naming: Naming = {}): Node {
  const own: string | undefined = node['id']?.name;
  // What is exported as the default without a name is called that.
  const name: string = node['exportedAs'] ?? own ?? naming.name ?? '';
  const isArrow = node.type === 'ArrowFunctionExpression';
  const inner = activate(node, act, name || naming.label || act.label, { arrow: isArrow });
  const { meta, twin } = compileTwin(node, inner, name);
  if (isArrow) {
    const self: Node = inner.usesThis ? { type: 'ThisExpression' } : nothing();
    return bringAlong(inner, act.call('arrow', meta, self, twin));
  }
  const made = act.call('fn', meta, twin);
  if (own === undefined || node.type === 'FunctionDeclaration') return made;
  // A named function expression can call itself by that name.
  return call(arrow([], block(declare('const', id(own), made), giveBack(id(own)))));
}

export interface Naming {
  /** The name the language gives the function. */
  name?: string | undefined;
  /** What to call it in the trace where it has none. */
  label?: string | undefined;
}

/** Anonymous functions take the name of what they are assigned to; others pass through. */
export function visitNamed(node: Node, act: Activation, name: string | undefined): Node {
  if (isFunction(node) && !node['id']) return compileFunction(node, act, { name });
  return act.visit(node);
}

/** What a function's generator and its description are made of. */
export interface Twin {
  meta: Node;
  twin: Node;
}

/** Start the transform of a function. */
export function activate(
  node: Node,
  act: Activation,
  label: string,
  origin: Partial<Origin> = {},
): Activation {
  const watches = mentions(node, act.unit.watched);
  return act.inner({ kind: kindOf(node), arrow: false, label, watches, ...origin });
}

export function compileTwin(node: Node, inner: Activation, name: string): Twin {
  const { params, first, length } = compileParams(node, inner);
  const meta = describe(node, inner, name, length);
  return { meta, twin: generator(params, compileBody(node, inner, meta, first)) };
}

/** A constructor or accessor: the language calls it, so it stays a native function with a frame. */
export function compileNative(node: Node, act: Activation, label: string): Node {
  const inner = activate(node, act, label, { kind: 'native', derived: node['derived'] === true });
  const part = inner.nativePart();
  node['params'] = (node['params'] as Node[]).map((param) => part.visit(param));
  node['body'] = compileBody(node, inner, describe(node, inner, label), []);
  return node;
}

/** A frame round statements that are the body of a function, the module or a static block. */
export function framed(act: Activation, details: Node, statements: Node[]): Node[] {
  const error = id(act.unit.name('e'));
  const temporaries: Node[] =
    act.temporaries.length === 0
      ? []
      : [
          {
            type: 'VariableDeclaration',
            kind: 'let',
            declarations: act.temporaries.map((name) => ({
              type: 'VariableDeclarator',
              id: id(name),
              init: null,
            })),
          },
        ];
  return [
    declare('const', act.frame, act.call('enter', details)),
    ...temporaries,
    attempt(
      statements,
      error,
      [raise(act.call('thrown', act.frame, error))],
      [statement(act.call('leave', act.frame))],
    ),
  ];
}

/** `if ($.due()) yield* $.giveWay();` */
export function giveWay(act: Activation): Node[] {
  if (!act.yields) return [];
  return [when(act.call('due'), statement(delegate(act.call('giveWay'))))];
}

/** The constant that describes a function to the runtime. */
export function describe(node: Node, act: Activation, name: string, length = 0): Node {
  const { label: fn, kind } = act;
  return act.unit.constant('m', { name, fn, line: lineOf(node), kind, length });
}

function compileBody(node: Node, inner: Activation, meta: Node, first: Node[]): Node {
  const written: Node = node['body'];
  const isBlock = written.type === 'BlockStatement';
  const body: Node[] = isBlock
    ? written['body']
    : [{ ...giveBack(written), loc: written.loc ?? null }];
  const statements = [...giveWay(inner), ...first, ...inner.statements(body, 'var')];
  return { ...block(...framed(inner, meta, statements)), loc: written.loc ?? null };
}

function kindOf(node: Node): Kind {
  if (node['generator'] === true) return node['async'] === true ? 'asyncGenerator' : 'generator';
  return node['async'] === true ? 'async' : 'plain';
}

/**
 * Parameters stay where they are, unless a default value calls something: a generator's parameters must not
 * yield, so these move to the start of the body.
 */
function compileParams(
  node: Node,
  inner: Activation,
): { params: Node[]; first: Node[]; length: number } {
  const params: Node[] = node['params'];
  const end = params.findIndex((p) => p.type === 'AssignmentPattern' || p.type === 'RestElement');
  const length = end === -1 ? params.length : end;
  const isGenerator = inner.kind === 'generator' || inner.kind === 'asyncGenerator';
  const stays = isGenerator || !params.some(calls);
  const place = stays ? inner.nativePart() : inner;
  const compiled = params.map((param) => place.visit(param));
  if (stays) return { params: compiled, first: [], length };
  const args = id(inner.unit.name('args'));
  const rest: Node = { type: 'RestElement', argument: args };
  const pattern: Node = { type: 'ArrayPattern', elements: compiled };
  return { params: [rest], first: [declare('var', pattern, args)], length };
}

function calls(param: Node): boolean {
  let found = false;
  walk(param, (node) => {
    if (node.type === 'CallExpression') found = true;
    return !found && !isFunction(node);
  });
  return found;
}

/** The outermost arrow takes along what the generators inside it cannot reach. */
export function bringAlong(inner: Activation, made: Node): Node {
  if (inner.captures.size === 0) return made;
  const captures = [...inner.captures];
  const names = captures.map((capture) => id(inner.unit.name(capture)));
  return call(arrow(names, made), ...captures.map((capture) => captured(capture)));
}

function captured(capture: Capture): Node {
  switch (capture) {
    case 'this':
      return arrow([], { type: 'ThisExpression' });
    case 'arguments':
      return id('arguments');
    case 'super':
      return arrow([id('key')], at({ type: 'Super' }, id('key')));
    case 'superCall': {
      const args = id('args');
      const spread: Node = { type: 'SpreadElement', argument: args };
      return arrow([{ type: 'RestElement', argument: args }], call({ type: 'Super' }, spread));
    }
    case 'target':
      return { type: 'MetaProperty', meta: id('new'), property: id('target') };
  }
}
