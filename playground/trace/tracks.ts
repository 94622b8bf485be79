import type { EventOf, Outcome, TraceEvent } from './event.ts';
import { named } from './words.ts';

/**
 * What nests: a handler, a child task or a thread is a track; on it blocks open and close like brackets.
 * A `finally` begins a row of its own, one below the block it belongs to.
 */

export type NodeKind =
  | 'handler'
  | 'thread'
  | 'task'
  | 'await'
  | 'try'
  | 'except'
  | 'finally'
  | 'shield'
  | 'scope'
  | 'work'
  | 'blocked';

export interface Node {
  /** Counts the run's nodes as they open: the same while the run goes on. */
  id: number;
  kind: NodeKind;
  call: number | null;
  track: string;
  task: string | null;
  row: number;
  start: number;
  /** Null while it is open. */
  end: number | null;
  /** Null while it is open, and where the run ended without its end. */
  outcome: Outcome | null;
  /** A shield or scope: its own limit ended it. */
  caught: boolean;
  limit: number | null;
  /** The handler's target, the awaited thing, the unit of work. */
  what: string;
  /** The function it stands in; null for a callback. */
  fn: string | null;
  /** Lines that light this: its own first, then those of what was folded into it. */
  lines: number[];
  error: { exc?: string; message?: string } | null;
  scope: number | null;
  parent: Node | null;
  children: Node[];
}

/** A pause that nobody can notice is not a block, in seconds. */
const UNNOTICED = 0.02;

/** Awaits that begin and end together are one wait: this many seconds count as together. */
const TOGETHER = 0.005;

export interface Tracks {
  /** Parents before children, in the order in which they opened. */
  nodes: Node[];
  /** The innermost block that was open when a check was made or a cancellation caught. */
  places: ReadonlyMap<TraceEvent, Node>;
}

export function tracksOf(events: readonly TraceEvent[]): Tracks {
  const open = new Map<string, Node[]>();
  const nodes: Node[] = [];
  const places = new Map<TraceEvent, Node>();
  for (const event of events) {
    const started = opening(event);
    if (started) enter(event, started);
    else if (event.kind === 'check' || event.kind === 'catch') {
      const innermost = open.get(trackOf(event))?.at(-1);
      if (innermost) places.set(event, innermost);
    } else close(event);
  }
  return { nodes: fold(nodes), places };

  function enter(event: TraceEvent, started: Started): void {
    const track = trackOf(event);
    let stack = open.get(track);
    if (!stack) open.set(track, (stack = []));
    const parent = stack.at(-1) ?? null;
    const node: Node = {
      id: nodes.length,
      call: event.call ?? null,
      track,
      task: event.task ?? null,
      row: (parent?.row ?? 0) + (started.kind === 'finally' ? 1 : 0),
      start: event.t,
      end: null,
      outcome: null,
      caught: false,
      limit: null,
      fn: named(event.fn),
      lines: event.line === undefined ? [] : [event.line],
      error: null,
      scope: null,
      parent,
      children: [],
      ...started,
    };
    parent?.children.push(node);
    stack.push(node);
    nodes.push(node);
  }

  function close(event: TraceEvent): void {
    const end = closing(event);
    if (!end) return;
    const stack = open.get(trackOf(event));
    const index = stack?.findLastIndex((node) => end.kinds.includes(node.kind) && end.is(node));
    if (!stack || index === undefined || index < 0) return;
    // What was still open inside ended with it.
    const [ended, ...within] = stack.splice(index);
    for (const node of ended ? [ended, ...within] : []) {
      node.end = event.t;
      node.outcome = end.outcome;
      node.error = end.error ?? null;
    }
    if (ended && end.caught) ended.caught = true;
  }
}

type Started = Pick<Node, 'kind' | 'what'> & Partial<Pick<Node, 'limit' | 'scope'>>;

function opening(event: TraceEvent): Started | null {
  switch (event.kind) {
    case 'handler.enter':
      return { kind: event.who === 'thread' ? 'thread' : 'handler', what: event.target };
    case 'task.enter':
      return { kind: event.who === 'thread' ? 'thread' : 'task', what: event.name };
    case 'await.enter':
      return { kind: 'await', what: event.what };
    case 'block.enter':
      return { kind: event.block, what: event.block };
    case 'finally.enter':
      return { kind: 'finally', what: 'finally' };
    case 'shield.enter':
      return { kind: 'shield', what: 'shield', limit: event.limit, scope: event.scope };
    case 'scope.enter':
      return { kind: 'scope', what: 'scope', limit: event.limit, scope: event.scope };
    case 'work.enter':
      return { kind: 'work', what: event.what };
    case 'loop.blocked':
      return { kind: 'blocked', what: event.what };
    default:
      return null;
  }
}

interface Closing {
  kinds: readonly NodeKind[];
  is(node: Node): boolean;
  outcome: Outcome;
  caught?: boolean;
  error?: { exc?: string; message?: string };
}

function closing(event: TraceEvent): Closing | null {
  switch (event.kind) {
    case 'handler.exit':
      return end(['handler', 'thread'], event.outcome, (node) => node.what === event.target, event);
    case 'task.exit':
      return end(['task', 'thread'], event.outcome, (node) => node.what === event.name, event);
    case 'await.return':
      return end(['await'], 'returned', sameAwait(event));
    case 'await.raise':
      return end(['await'], event.outcome, sameAwait(event), event);
    case 'block.exit':
      return end([event.block], event.outcome, () => true, event);
    case 'finally.exit':
      return end(['finally'], event.outcome, () => true, event);
    case 'shield.exit':
    case 'scope.exit': {
      const kind = event.kind === 'shield.exit' ? 'shield' : 'scope';
      const outcome = event.cancelled_caught ? 'cancelled' : 'returned';
      const is = (node: Node) => node.scope === event.scope;
      return { ...end([kind], outcome, is), caught: event.cancelled_caught };
    }
    case 'work.exit':
      return end(['work'], event.outcome, (node) => node.what === event.what);
    case 'loop.freed':
      return end(['blocked'], 'returned', () => true);
    default:
      return null;
  }
}

function end(
  kinds: readonly NodeKind[],
  outcome: Outcome,
  is: (node: Node) => boolean,
  error?: { exc?: string; message?: string },
): Closing {
  const { exc, message } = error ?? {};
  return { kinds, is, outcome, ...(exc || message ? { error: { exc, message } } : {}) };
}

function sameAwait(event: EventOf<'await.return'> | EventOf<'await.raise'>) {
  const fn = named(event.fn);
  return (node: Node) => node.what === event.what && node.fn === fn;
}

/** The lane of a node: its track's own, or the one for its depth of `finally`. */
export function laneOf(node: Pick<Node, 'track' | 'row'>): string {
  return node.row === 0 ? node.track : `${node.track}/finally${node.row}`;
}

/** One stack for each task and thread of a call; the event loop has its own. */
function trackOf(event: TraceEvent): string {
  if (event.kind === 'loop.blocked' || event.kind === 'loop.freed') return 'loop';
  const thread = event.who === 'thread' ? 'thread' : '';
  const task = event.task ?? (event.kind.startsWith('task.') && 'name' in event ? event.name : '');
  return `${event.call ?? ''}/${thread}/${task}`;
}

/**
 * One bar for what is one thing to a reader. A live engine sees `await takePayment()` and the `await sleep()`
 * inside it; the outer one stands for both, and both lines light it. An await of a scope is that scope.
 */
function fold(nodes: Node[]): Node[] {
  const gone = new Set<Node>();
  for (const node of nodes.toReversed()) {
    const only = node.children.length === 1 ? node.children[0] : undefined;
    if (node.kind === 'await' && only?.kind === 'await' && together(node, only)) {
      node.lines.push(...only.lines);
      take(node, only);
    } else if (node.kind === 'work' && only?.kind === 'work') {
      node.lines.push(...only.lines);
      take(node, only);
    } else if (node.kind === 'await' && only && isShownScope(only)) {
      only.lines.push(...node.lines);
      replace(node, only);
    } else if (node.kind === 'blocked' && node.end !== null && node.end - node.start < UNNOTICED) {
      gone.add(node);
    } else if (node.kind === 'scope' && !isShownScope(node)) {
      for (const child of node.children) child.parent = node.parent;
      splice(node, node.children);
    }
  }
  return nodes.filter((node) => !gone.has(node));

  function take(node: Node, only: Node): void {
    node.children = only.children;
    for (const child of node.children) child.parent = node;
    gone.add(only);
  }

  function replace(node: Node, only: Node): void {
    only.parent = node.parent;
    splice(node, [only]);
  }

  function splice(node: Node, by: readonly Node[]): void {
    const siblings = node.parent?.children;
    if (siblings) siblings.splice(siblings.indexOf(node), 1, ...by);
    gone.add(node);
  }
}

/** A scope without a limit is a matter of the program's insides, unless it is a shield. */
function isShownScope(node: Node): boolean {
  return node.kind === 'shield' || (node.kind === 'scope' && node.limit !== null);
}

function together(outer: Node, inner: Node): boolean {
  if (inner.start - outer.start > TOGETHER || inner.row !== outer.row) return false;
  if (outer.end === null || inner.end === null) return inner.end === outer.end;
  return outer.end - inner.end <= TOGETHER;
}
