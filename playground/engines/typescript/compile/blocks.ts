import type { Activation } from './activation.ts';
import {
  assign,
  attempt,
  block,
  declare,
  delegate,
  id,
  isFunction,
  raise,
  statement,
  walk,
  when,
  type Node,
} from './nodes.ts';

/** Each block of a try tells when it is entered and how it ends. */
export function compileTry(node: Node, act: Activation): Node {
  warnOfJumps(node['finalizer'], act);
  act.tries++;
  const body = observed('try', node['block'], act, []);
  const handler: Node | null = node['handler'] && compileCatch(node['handler'], act);
  act.tries--;
  const last: Node | null = node['finalizer'];
  if (last !== null) act.tries++;
  const finalizer = last && observed('finally', last, act, []);
  if (last !== null) act.tries--;
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

/** Python warns of these too: they make an error, or a cancellation, disappear. */
function warnOfJumps(finalizer: Node | null, act: Activation): void {
  if (finalizer === null) return;
  const warn = (node: Node, word: string): void => {
    const { line, column } = node.loc!.start;
    const message = `'${word}' in a 'finally' block: an error or a cancellation disappears here`;
    act.unit.warnings.push({ line, column: column + 1, message, severity: 'warning' });
  };
  const look = (node: Node, loops: boolean, switches: boolean, labels: readonly string[]): void => {
    walk(node, (inner) => {
      if (isFunction(inner) || inner.type === 'ClassBody') return false;
      if (inner === node) return true;
      switch (inner.type) {
        case 'ReturnStatement':
          warn(inner, 'return');
          return true;
        case 'BreakStatement':
          if (inner['label'] ? !labels.includes(inner['label'].name) : !loops && !switches)
            warn(inner, 'break');
          return false;
        case 'ContinueStatement':
          if (inner['label'] ? !labels.includes(inner['label'].name) : !loops)
            warn(inner, 'continue');
          return false;
        case 'LabeledStatement':
          look({ type: 'Inside', body: inner['body'] }, loops, switches, [
            ...labels,
            inner['label'].name,
          ]);
          return false;
        case 'SwitchStatement':
          look(inner, loops, true, labels);
          return false;
        case 'TryStatement':
          // An inner finally tells of its own jumps when its turn comes.
          look(
            { type: 'Inside', body: [inner['block'], inner['handler']].filter(Boolean) },
            loops,
            switches,
            labels,
          );
          return false;
        default:
          if (!/^(For|While|DoWhile)/.test(inner.type)) return true;
          look(inner, true, switches, labels);
          return false;
      }
    });
  };
  look(finalizer, false, false, []);
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
