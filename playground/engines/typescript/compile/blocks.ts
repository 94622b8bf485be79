import type { Activation } from './activation.ts';
import { warnOfJumps } from './jumps.ts';
import {
  assign,
  attempt,
  block,
  declare,
  delegate,
  id,
  raise,
  statement,
  when,
  type Node,
} from './nodes.ts';

/** Each block of a try tells when it is entered and how it ends. */
export function compileTry(node: Node, act: Activation): Node {
  act.tries++;
  const body = observed('try', node['block'], act, []);
  const handler: Node | null = node['handler'] && compileCatch(node['handler'], act);
  const last: Node | null = node['finalizer'];
  if (last !== null) warnOfJumps(last, act.unit);
  const finalizer = last && observed('finally', last, act, []);
  act.tries--;
  return { type: 'TryStatement', block: body, handler, finalizer };
}

/**
 * `let $e = $.tryEnter(site); try { … } catch (error) { $e = error; throw error; } finally { $.tryExit(site, $e); }`
 * An exit by return or break is a normal end.
 */
function observed(
  kind: 'try' | 'finally' | 'except',
  body: Node,
  act: Activation,
  first: Node[],
  caught?: Node,
): Node {
  const site = act.site(body, kind);
  const end = id(act.unit.fresh('e'));
  const error = id(act.unit.name('e'));
  const enter = caught ? act.call(`${kind}Enter`, site, caught) : act.call(`${kind}Enter`, site);
  return block(
    declare('let', end, enter),
    attempt(
      [...first, ...act.statements(body['body'])],
      error,
      [statement(assign(end, error)), raise(error)],
      [statement(act.call(`${kind}Exit`, site, end))],
    ),
  );
}

function compileCatch(node: Node, act: Activation): Node {
  const written: Node | null = node['param'];
  const isName = written?.type === 'Identifier';
  const param = isName ? written : id(act.unit.fresh('c'));
  const first: Node[] =
    written === null || isName ? [] : [declare('let', act.visit(written), param)];
  const inGenerator = act.kind === 'generator' || act.kind === 'asyncGenerator';
  // A consumer that leaves early closes the generator by a throw, which is no error of the program's.
  const guard = inGenerator ? [when(act.call('closing', param), raise(param))] : [];
  const body = observed('except', node['body'], act, first, param);
  return { type: 'CatchClause', param, body: block(...guard, ...(body['body'] as Node[])) };
}

export const isUsing = (node: Node): boolean =>
  node.type === 'VariableDeclaration' &&
  (node['kind'] === 'using' || node['kind'] === 'await using');

/**
 * `using` disposes when its block ends, however it ends:
 * `const $d = $.disposal(); try { const file = $.use($d, …); … } catch (e) { $.failed($d, e); } finally { yield* $.dispose($d); }`
 */
export function compileUsing(body: Node[], act: Activation, hoisted: Node[]): Node[] {
  const stack = id(act.unit.fresh('d'));
  const error = id(act.unit.name('e'));
  act.tries++;
  const inner = body.flatMap((node) => {
    if (!isUsing(node)) return act.statements([node]);
    const kind = node['kind'] === 'using' ? 'use' : 'useAsync';
    const line = act.lineStatement(node);
    const declared = (node['declarations'] as Node[]).map((part) =>
      declare('const', part['id'], act.call(kind, stack, act.visit(part['init']))),
    );
    return [...line, ...declared];
  });
  act.tries--;
  const dispose = act.yields ? delegate(act.call('dispose', stack)) : act.call('disposeNow', stack);
  return [
    declare('const', stack, act.call('disposal')),
    attempt(
      [...hoisted, ...inner],
      error,
      [statement(act.call('failed', stack, error))],
      [statement(dispose)],
    ),
  ];
}
