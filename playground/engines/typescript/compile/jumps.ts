import { isFunction, walk, type Node } from './nodes.ts';
import type { Unit } from './unit.ts';

/** What a jump may stay inside of. */
interface Around {
  loop: boolean;
  switch: boolean;
  labels: readonly string[];
}

/**
 * Warn of `return`, and of `break` and `continue` to a place outside, in a `finally`: whatever error or
 * cancellation was on its way is gone then. Python 3.14 warns of the same.
 */
export function warnOfJumps(finalizer: Node, unit: Unit): void {
  look(finalizer, { loop: false, switch: false, labels: [] }, (node, word) => {
    const { line, column } = node.loc!.start;
    const message = `'${word}' in a 'finally' block: an error or a cancellation disappears here`;
    unit.warnings.push({ line, column: column + 1, message, severity: 'warning' });
  });
}

function look(root: Node, around: Around, warn: (node: Node, word: string) => void): void {
  const stays = (label: Node | null, inside: boolean): boolean =>
    label === null ? inside : around.labels.includes(label['name']);
  walk(root, (node) => {
    if (node === root) return true;
    if (isFunction(node) || node.type === 'ClassBody') return false;
    switch (node.type) {
      case 'ReturnStatement':
        warn(node, 'return');
        return false;
      case 'BreakStatement':
        if (!stays(node['label'], around.loop || around.switch)) warn(node, 'break');
        return false;
      case 'ContinueStatement':
        if (!stays(node['label'], around.loop)) warn(node, 'continue');
        return false;
      case 'LabeledStatement': {
        const labels = [...around.labels, node['label'].name as string];
        look({ type: 'Labeled', body: node['body'] }, { ...around, labels }, warn);
        return false;
      }
      case 'SwitchStatement':
        look(node, { ...around, switch: true }, warn);
        return false;
      case 'TryStatement':
        // An inner finally is looked at when its turn comes.
        for (const part of [node['block'], node['handler']] as (Node | null)[])
          if (part !== null) look(part, around, warn);
        return false;
      case 'WhileStatement':
      case 'DoWhileStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        look(node, { ...around, loop: true }, warn);
        return false;
      default:
        return true;
    }
  });
}
