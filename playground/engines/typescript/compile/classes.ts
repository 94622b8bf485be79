import type { Activation } from './activation.ts';
import {
  activate,
  bringAlong,
  compileNative,
  compileTwin,
  describe,
  framed,
  visitNamed,
} from './functions.ts';
import {
  assign,
  block,
  id,
  isFunction,
  list,
  literal,
  nameOf,
  statement,
  type Node,
} from './nodes.ts';

/**
 * A method stays in its class as a generator, so that `super` in it means what it should; the class's first
 * act is to hand its generators to the runtime, which puts normal methods in their place. A private method
 * cannot be replaced and becomes a private field instead.
 */
export function compileClass(node: Node, act: Activation): Node {
  if (node['superClass'] !== null) node['superClass'] = act.visit(node['superClass']);
  const own: Node[] = [];
  const shared: Node[] = [];
  const privates: Node[] = [];
  const elements: Node[] = [];
  for (const element of node['body'].body as Node[]) {
    switch (element.type) {
      case 'MethodDefinition': {
        if (element['kind'] !== 'method') {
          elements.push(compileAccessor(element, act));
        } else if (element['key'].type === 'PrivateIdentifier') {
          privates.push(privateMethod(element, act));
        } else {
          const entry = keepMethod(element, act);
          (element['static'] === true ? own : shared).push(entry);
          elements.push(element);
        }
        break;
      }
      case 'PropertyDefinition':
        elements.push(compileField(element, act));
        break;
      case 'StaticBlock':
        elements.push(compileStaticBlock(element, act));
        break;
      default:
        elements.push(element);
    }
  }
  const hand: Node[] = [];
  const self: Node = { type: 'ThisExpression' };
  const prototype: Node = {
    type: 'MemberExpression',
    object: self,
    property: id('prototype'),
    computed: false,
    optional: false,
  };
  if (shared.length > 0) hand.push(statement(act.call('methods', prototype, list(shared))));
  if (own.length > 0) hand.push(statement(act.call('methods', self, list(own))));
  if (hand.length > 0) elements.unshift({ type: 'StaticBlock', body: hand });
  node['body'].body = [...privates, ...elements];
  return node;
}

/** An object literal; its methods become properties, or stay where they use `super`. */
export function compileObject(node: Node, act: Activation): Node {
  const kept: Node[] = [];
  node['properties'] = (node['properties'] as Node[]).map((part) => {
    if (part.type !== 'Property') return act.visit(part);
    if (part['kind'] !== 'init') return compileAccessor(part, act);
    if (part['method'] === true) {
      const written: Node = part['value'];
      const label = labelOf(part);
      const computed = visitKey(part, act);
      const name = keyName(part);
      const inner = activate(written, act, label);
      const { meta, twin } = compileTwin(written, inner, name);
      if (!inner.usesSuper)
        return { ...part, method: false, value: act.call('method', meta, twin) };
      kept.push(list([rememberKey(part, computed, act), meta]));
      return { ...part, value: twin };
    }
    const isComputed = visitKey(part, act);
    const isNameless = isComputed && isFunction(part['value']) && !part['value'].id;
    const named = visitNamed(part['value'], act, keyName(part));
    const value = isNameless ? nameByKey(part, named, act) : named;
    const shorthand = part['shorthand'] === true && value === part['value'];
    return { ...part, value, shorthand };
  });
  return kept.length === 0 ? node : act.call('methods', node, list(kept));
}

/** The name of a property as written, or the empty string where it is computed. */
function keyName({ key, computed }: Node): string {
  if (computed === true) return '';
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : String(key.name ?? key.value);
}

/** A method's name in the trace. */
const labelOf = (element: Node): string =>
  element['computed'] === true ? `[${nameOf(element['key'])}]` : keyName(element);

/** A function that stands under a computed key is named by it. */
const nameByKey = (part: Node, fn: Node, act: Activation): Node =>
  part['computed'] === true ? act.call('named', rememberKey(part, true, act), fn) : fn;

function visitKey(element: Node, act: Activation): boolean {
  const computed = element['computed'] === true;
  if (computed) element['key'] = act.visit(element['key']);
  return computed;
}

/** The key as an expression, for later: a computed one is kept in a variable. */
function rememberKey(element: Node, computed: boolean, act: Activation): Node {
  if (!computed) return literal(keyName(element));
  const kept = act.temporary();
  element['key'] = assign(kept, element['key']);
  return kept;
}

function keepMethod(element: Node, act: Activation): Node {
  const written: Node = element['value'];
  const label = labelOf(element);
  const key = rememberKey(element, visitKey(element, act), act);
  const name = keyName(element);
  const inner = activate(written, act, label);
  const { meta, twin } = compileTwin(written, inner, name);
  element['value'] = twin;
  return list([key, meta]);
}

function privateMethod(element: Node, act: Activation): Node {
  const written: Node = element['value'];
  const name = keyName(element);
  const inner = activate(written, act, name, { carriesSuper: true });
  const { meta, twin } = compileTwin(written, inner, name);
  const value = bringAlong(inner, act.call('method', meta, twin));
  return { ...element, type: 'PropertyDefinition', value };
}

function compileAccessor(element: Node, act: Activation): Node {
  const label = labelOf(element);
  visitKey(element, act);
  compileNative(element['value'], act, label);
  return element;
}

function compileField(element: Node, act: Activation): Node {
  visitKey(element, act);
  if (element['value'] === null) return element;
  const name = keyName(element);
  const field = act.nativeField(name || act.label);
  element['value'] = visitNamed(element['value'], field, name);
  return element;
}

function compileStaticBlock(element: Node, act: Activation): Node {
  const inner = act.inner({ kind: 'native', arrow: false, label: 'static', watches: true });
  const statements = inner.statements(element['body'], 'var');
  const meta = describe(element, inner, 'static');
  return { ...element, body: [block(...framed(inner, meta, statements))] };
}
