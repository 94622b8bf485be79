import type { Activation } from './activation.ts';
import { compileTry, compileUsing, isUsing } from './blocks.ts';
import { compileCall } from './calls.ts';
import { compileFunction } from './functions.ts';
import { compileLoop, isLoop } from './loops.ts';
import { block, declare, giveBack, labeled, statement, type Node } from './nodes.ts';
import { hasEffect } from './watch.ts';

/**
 * The statements of one block. Function declarations come first, as the language has it; `scope` says
 * whether the block is a whole function's.
 */
export function visitStatements(body: Node[], act: Activation, scope: 'var' | 'let'): Node[] {
  const isHoisted = (node: Node): boolean => node.type === 'FunctionDeclaration';
  const hoisted = body
    .filter(isHoisted)
    .map((node) => declare(scope, node['id'], compileFunction(node, act)));
  const others = body.filter((node) => !isHoisted(node));
  if (others.some(isUsing)) return compileUsing(others, act, hoisted);
  return [...hoisted, ...others.flatMap((node) => visitStatement(node, act, []))];
}

export function visitStatement(node: Node, act: Activation, labels: Node[]): Node[] {
  if (isLoop(node)) return [...act.lineStatement(node), ...compileLoop(node, act, labels)];
  switch (node.type) {
    case 'EmptyStatement':
      return [];
    case 'BlockStatement':
      return [act.body(node)];
    case 'LabeledStatement': {
      const body: Node = node['body'];
      const all = [...labels, node['label']];
      if (isLoop(body) || body.type === 'LabeledStatement') return visitStatement(body, act, all);
      return [labeled(all, block(...visitStatement(body, act, [])))];
    }
    case 'ReturnStatement':
      return [...act.lineStatement(node), compileReturn(node, act)];
    case 'IfStatement': {
      const line = act.lineStatement(node);
      const test = settled(node['test'], act);
      const consequent = act.body(node['consequent']);
      const alternate = node['alternate'] && act.body(node['alternate']);
      return [...line, { ...node, test, consequent, alternate }];
    }
    case 'SwitchStatement':
      return [...act.lineStatement(node), compileSwitch(node, act)];
    case 'TryStatement':
      return [...act.lineStatement(node), compileTry(node, act)];
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'DebuggerStatement':
      return [node];
    case 'ClassDeclaration':
    case 'ThrowStatement':
    case 'VariableDeclaration':
    case 'ExpressionStatement': {
      if (node['directive'] !== undefined) return [];
      const line = act.lineStatement(node);
      const settles = act.watches && node.type !== 'ThrowStatement' && hasEffect(node);
      const settle = settles ? [statement(act.call('settle'))] : [];
      return [...line, act.visit(node), ...settle];
    }
    default:
      return [...act.lineStatement(node), act.visit(node)];
  }
}

/** An expression after which watched values may have changed. */
function settled(node: Node, act: Activation): Node {
  const settles = act.watches && hasEffect(node);
  const visited = act.visit(node);
  return settles ? act.call('settled', visited) : visited;
}

/**
 * A call whose value is returned is awaited in its place: by an async function, which would wait for it
 * anyway, and by a plain one where its own caller awaits it. Inside a try the language runs `finally` first.
 */
function compileReturn(node: Node, act: Activation): Node {
  const argument: Node | null = node['argument'];
  if (argument === null) return node;
  const taking = act.kind === 'async' ? 'await' : act.kind === 'plain' ? 'tail' : null;
  if (taking === null || act.tries > 0) return { ...node, argument: settled(argument, act) };
  const settles = act.watches && hasEffect(argument);
  const isCall = argument.type === 'CallExpression';
  const value = isCall ? compileCall(argument, act, taking) : act.visit(argument);
  return giveBack(settles ? act.call('settled', value) : value);
}

/** The cases share one block, so a function declared in one of them is made before all. */
function compileSwitch(node: Node, act: Activation): Node {
  const discriminant = settled(node['discriminant'], act);
  const isHoisted = (inner: Node): boolean => inner.type === 'FunctionDeclaration';
  const all = (node['cases'] as Node[]).flatMap((part) => part['consequent'] as Node[]);
  const hoisted = act.statements(all.filter(isHoisted));
  const cases = (node['cases'] as Node[]).map((part) => {
    const test = part['test'] && act.visit(part['test']);
    const rest = (part['consequent'] as Node[]).filter((inner) => !isHoisted(inner));
    return { ...part, test, consequent: act.statements(rest) };
  });
  const lowered: Node = { ...node, discriminant, cases };
  return hoisted.length === 0 ? lowered : block(...hoisted, lowered);
}
