import type { EventOf, TraceEvent } from './event.ts';
import { named } from './words.ts';

type AwaitEnd = EventOf<'await.return'> | EventOf<'await.raise'>;

interface Await {
  enter: EventOf<'await.enter'>;
  end: AwaitEnd | null;
  outer: Await | null;
  inner: number;
  /** Nothing but awaits is inside: no scope, shield, finally or catch. */
  plain: boolean;
}

/**
 * A live engine sees every await on the stack (`await takePayment()` and, inside it, `await sleep(30)`), a
 * recording one for each function that waits, under that function's name. So: the innermost awaits. One that
 * stands in a function of the program's takes that function's name; and where it is all that the function
 * waits for, the await of the function stands for it, because it also ends as the function does.
 */
export function leafAwaits(
  events: readonly TraceEvent[],
  children: ReadonlyMap<string, string>,
): ReadonlyMap<TraceEvent, string> {
  const leaves = new Map<TraceEvent, string>();
  const roots = rootFunctions(events);
  for (const leaf of awaitsOf(events)) {
    if (leaf.inner > 0 || !leaf.plain || normal(leaf.enter.what) === 'createtaskgroup') continue;
    const key = taskKey(leaf.enter);
    const fn = named(leaf.enter.fn);
    const child = children.get(key);
    const inRoot = fn === null || fn === (roots.get(key) ?? null);
    const { outer } = leaf;
    const whole = !inRoot && outer?.inner === 1 && outer.plain ? outer : leaf;
    const name = inRoot ? (child ?? normal(leaf.enter.what)) : normal(fn);
    leaves.set(whole.enter, name);
    if (whole.end) leaves.set(whole.end, name);
  }
  return leaves;
}

function awaitsOf(events: readonly TraceEvent[]): Await[] {
  const awaits: Await[] = [];
  const open = new Map<string, Await[]>();
  for (const event of events) {
    const key = taskKey(event);
    let stack = open.get(key);
    if (!stack) open.set(key, (stack = []));
    const outer = stack.at(-1) ?? null;
    switch (event.kind) {
      case 'await.enter': {
        const entered: Await = { enter: event, end: null, outer, inner: 0, plain: true };
        if (outer) outer.inner++;
        stack.push(entered);
        awaits.push(entered);
        break;
      }
      case 'await.return':
      case 'await.raise': {
        const index = stack.findLastIndex(
          ({ enter }) => enter.what === event.what && enter.fn === event.fn,
        );
        const [ended] = index < 0 ? [] : stack.splice(index);
        if (ended) ended.end = event;
        break;
      }
      case 'scope.enter':
      case 'shield.enter':
      case 'finally.enter':
      case 'catch':
        for (const around of stack) around.plain = false;
        break;
      default:
        break;
    }
  }
  return awaits;
}

/** The function that a handler or a child task begins in: the first one that it says anything of. */
function rootFunctions(events: readonly TraceEvent[]): ReadonlyMap<string, string> {
  const roots = new Map<string, string>();
  for (const event of events) {
    const fn = event.who === 'tool' || event.who === 'thread' ? named(event.fn) : null;
    if (fn !== null && !roots.has(taskKey(event))) roots.set(taskKey(event), fn);
  }
  return roots;
}

/** A call's task; its handler's own may have no name. */
export function taskKey(event: TraceEvent): string {
  return `${event.call} ${event.task}`;
}

/** `take_payment`, `takePayment` and `anyio.take_payment(30)` are one name. */
export function normal(name: string): string {
  const call = name.replace(/\(.*$/s, '');
  return (call.slice(call.lastIndexOf('.') + 1) || name).toLowerCase().replace(/[_-]/g, '');
}
