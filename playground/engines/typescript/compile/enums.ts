import {
  arrow,
  assign,
  at,
  block,
  call,
  declare,
  giveBack,
  id,
  literal,
  statement,
} from './nodes.ts';
import { binary, type Node } from './nodes.ts';

/**
 * `enum Size { Small, Large = 4 }` becomes an object that TypeScript would make: names to values, and
 * numbers back to names. Members can be used by the ones after them, as in TypeScript.
 */
export function lowerEnum(node: Node): Node {
  const name: string = node['id'].name;
  const body: Node[] = [];
  let previous: Node | null = null;
  let isText = false;
  for (const member of node['members'] as Node[]) {
    const key: string = member['id'].type === 'Identifier' ? member['id'].name : member['id'].value;
    const written: Node | undefined = member['initializer'];
    if (written !== undefined) isText = isTextual(written);
    const next = previous === null ? literal(0) : binary(previous, '+', literal(1));
    const value = written ?? next;
    const own = at(id(name), literal(key));
    const reverse = assign(at(id(name), assign(own, value)), literal(key));
    body.push(statement(isText ? assign(own, value) : reverse));
    if (/^[A-Za-z_$][\w$]*$/.test(key) && key !== name)
      body.push(declare('const', id(key), at(id(name), literal(key))));
    previous = at(id(name), literal(key));
  }
  const make = arrow([id(name)], block(...body, giveBack(id(name))));
  const lowered = declare(
    'var',
    id(name),
    call(make, { type: 'ObjectExpression', properties: [] }),
  );
  make['native'] = true;
  return { ...lowered, loc: node.loc ?? null, enum: true };
}

const isTextual = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');
