import { callsOf, type CallFacts, type ClientEnd, type GiveUp } from './calls.ts';
import type { TraceEvent } from './event.ts';
import { marksOf, type Mark } from './marks.ts';
import { stripsOf, type Strip } from './state.ts';
import { laneOf, tracksOf, type Node, type NodeKind } from './tracks.ts';
import { failure, limit, seconds } from './words.ts';

export type { Mark, MarkKind } from './marks.ts';

/** `try` and `except` come from live engines only; `state` is a stretch of a watched value. */
export type BarKind = 'call' | NodeKind | 'state';

/**
 * `done`, `cancelled` and `failed` are how it ended; `unfinished`: the run was over before it was; `quiet`
 * and `leak` are a watched value's.
 */
export type BarState =
  'running' | 'done' | 'cancelled' | 'failed' | 'unfinished' | 'quiet' | 'leak';

export interface Bar {
  /** Unique in the picture, and the same for the same block while the run goes on. */
  id: string;
  kind: BarKind;
  state: BarState;
  lane: string;
  call: number | null;
  /** Seconds since the run began. An open bar ends now. */
  start: number;
  end: number;
  open: boolean;
  /** The line that it lights; null in a recording. `lines` are all that light it. */
  line: number | null;
  lines: readonly number[];
  /** What is written on it: `take_payment`. */
  label: string;
  /** Said beside it once it has ended: `cancelled`, `cut by its limit`. Empty where its colour is enough. */
  note: string;
  /** The whole of it in words: `finally in order_book, 0.50 s to 0.60 s, finished`. */
  name: string;
  /** Cancelled was raised at its end: the edge is torn. */
  torn: boolean;
  /** A shield's or scope's limit in seconds, from its start. */
  limit: number | null;
  /** The bar of the same lane that holds it, and how many do. */
  parent: string | null;
  depth: number;
  /** No other await is inside: hatched. */
  leaf: boolean;
}

export type LaneKind = 'client' | 'wire' | 'handler' | 'thread' | 'task' | 'finally' | 'state';

export interface Lane {
  id: string;
  kind: LaneKind;
  label: string;
  /** Null for what belongs to no call: the watched values. */
  call: number | null;
}

/** What a timeline draws. */
export interface Picture {
  lanes: Lane[];
  bars: Bar[];
  marks: Mark[];
  /** The last moment in it, in seconds. */
  end: number;
}

export interface Moment {
  /** Seconds since the run began. */
  now: number;
  /** The run goes on: what is open is running. Else it was cut off. */
  live: boolean;
}

interface Parts {
  calls: readonly CallFacts[];
  /** By call; those of the event loop under null. */
  nodes: ReadonlyMap<number | null, Node[]>;
  marks: Mark[];
  strips: readonly Strip[];
  last: number;
}

const memo = new WeakMap<readonly TraceEvent[], Parts>();

/** The picture of a run at a moment. What the events alone decide is computed once for a list of them. */
export function bars(events: readonly TraceEvent[], { now, live }: Moment): Picture {
  let parts = memo.get(events);
  if (!parts) memo.set(events, (parts = partsOf(events)));
  const end = Math.max(parts.last, now);
  const picture: Picture = { lanes: [], bars: [], marks: parts.marks, end };
  for (const facts of parts.calls) drawCall(picture, parts, facts, { now: end, live });
  drawLoop(picture, parts, { now: end, live });
  for (const strip of parts.strips) drawStrip(picture, strip, { now: end, live });
  return picture;
}

function partsOf(events: readonly TraceEvent[]): Parts {
  const calls = callsOf(events);
  const tracks = tracksOf(events);
  const marks = marksOf(events, calls, tracks);
  const nodes = new Map<number | null, Node[]>();
  for (const node of tracks.nodes) {
    const key = node.kind === 'blocked' ? null : node.call;
    const list = nodes.get(key);
    if (list) list.push(node);
    else nodes.set(key, [node]);
  }
  return { calls, nodes, marks, strips: stripsOf(events), last: events.at(-1)?.t ?? 0 };
}

function drawCall(picture: Picture, parts: Parts, facts: CallFacts, moment: Moment): void {
  const { call } = facts;
  picture.lanes.push({ id: `${call}/client`, kind: 'client', label: 'client', call });
  if (facts.onWire) picture.lanes.push({ id: `${call}/wire`, kind: 'wire', label: 'wire', call });
  picture.bars.push(...callBar(facts, moment));

  const lanes = new Map<string, Lane & { order: number }>();
  for (const node of parts.nodes.get(call) ?? []) {
    const id = laneOf(node);
    if (!lanes.has(id)) {
      // A task's rows stay together, in the order in which the tasks began.
      const track = [...lanes.values()].find((lane) => lane.id.startsWith(node.track));
      const order = (track ? Math.floor(track.order) : lanes.size) + node.row / 100;
      lanes.set(id, { id, call, order, ...laneWords(node, facts) });
    }
    picture.bars.push(nodeBar(node, facts, moment));
  }
  const sorted = [...lanes.values()].sort((a, b) => a.order - b.order);
  picture.lanes.push(...sorted.map(({ order: _, ...lane }) => lane));
}

function laneWords(node: Node, facts: CallFacts): Pick<Lane, 'kind' | 'label'> {
  if (node.row > 0) return { kind: 'finally', label: 'finally' };
  const own = facts.handler?.target === node.what;
  if (node.kind === 'thread') return { kind: 'thread', label: own ? node.what : `thread` };
  if (node.kind === 'handler') return { kind: 'handler', label: node.what };
  return { kind: 'task', label: node.task ?? node.what };
}

function callBar(facts: CallFacts, { now, live }: Moment): Bar[] {
  if (facts.sent === null) return [];
  const { client, call, target } = facts;
  const end = client?.t ?? now;
  const state = client ? CLIENT_STATE[client.how] : live ? 'running' : 'unfinished';
  const how = client ? client.how : facts.gaveUp && live ? WAITING[facts.gaveUp.how] : 'waiting';
  return [
    {
      ...PLAIN,
      id: `call${call}`,
      kind: 'call',
      state,
      lane: `${call}/client`,
      call,
      start: facts.sent,
      end,
      open: client === null,
      label: client ? client.how : '',
      note: client?.how ?? '',
      name: `call of ${target}, ${span(facts.sent, end, client === null)}, ${how}`,
    },
  ];
}

const PLAIN = {
  line: null,
  lines: [],
  torn: false,
  limit: null,
  parent: null,
  depth: 0,
  leaf: true,
};

const CLIENT_STATE: Record<ClientEnd, BarState> = {
  answered: 'done',
  failed: 'failed',
  stopped: 'cancelled',
  'timed out': 'cancelled',
  disconnected: 'cancelled',
};

const WAITING: Record<GiveUp, string> = {
  stop: 'stop requested',
  timeout: 'timed out',
  disconnect: 'disconnecting',
  deadline: 'given up',
};

function nodeBar(node: Node, facts: CallFacts | null, moment: Moment): Bar {
  const { now, live } = moment;
  const end = node.end ?? now;
  const state = stateOf(node, live);
  const inLane = node.parent && laneOf(node.parent) === laneOf(node) ? node.parent : null;
  return {
    id: `bar${node.id}`,
    kind: node.kind,
    state,
    lane: laneOf(node),
    call: node.call,
    start: node.start,
    end,
    open: node.end === null,
    line: node.lines[0] ?? null,
    lines: node.lines,
    label: labelOf(node),
    note: noteOf(node, state),
    name: `${subject(node, facts)}, ${span(node.start, end, node.end === null)}, ${endOf(node, state)}`,
    torn: node.outcome === 'cancelled' && TEARS.has(node.kind),
    limit: node.limit,
    parent: inLane ? `bar${inLane.id}` : null,
    depth: depthOf(node),
    leaf: !node.children.some((child) => child.kind === 'await' && child.row === node.row),
  };
}

/** Cancelled is raised at an await, and cuts the block or the `finally` that the await stands in. */
const TEARS = new Set<NodeKind>(['await', 'try', 'finally', 'work']);

function depthOf(node: Node): number {
  let depth = 0;
  for (let at = node; at.parent && at.parent.row === node.row; at = at.parent) depth++;
  return depth;
}

function stateOf(node: Node, live: boolean): BarState {
  switch (node.outcome) {
    case null:
      return live ? 'running' : 'unfinished';
    case 'returned':
      return 'done';
    case 'cancelled':
      return 'cancelled';
    case 'raised':
      return 'failed';
  }
}

function labelOf(node: Node): string {
  switch (node.kind) {
    case 'await':
      return `await ${node.what}`;
    case 'shield':
      return node.limit === null ? 'shield, no limit' : `shield ${limit(node.limit)}`;
    case 'scope':
      return node.limit === null ? 'scope' : `limit ${limit(node.limit)}`;
    case 'blocked':
      return 'loop blocked';
    case 'handler':
    case 'thread':
    case 'task':
    case 'try':
    case 'except':
    case 'finally':
    case 'work':
      return node.what;
  }
}

/** What colour and shape do not already say. */
function noteOf(node: Node, state: BarState): string {
  if (node.error && state === 'failed') return node.error.exc ?? 'failed';
  if (node.caught) return 'cut by its limit';
  if (state === 'unfinished') return 'unfinished';
  switch (node.kind) {
    case 'handler':
    case 'thread':
    case 'task':
      return state === 'done' ? 'returned' : state === 'running' ? '' : state;
    case 'await':
    case 'finally':
      return state === 'cancelled' ? 'cut' : '';
    default:
      return '';
  }
}

function subject(node: Node, facts: CallFacts | null): string {
  const handler = facts?.handler?.target;
  const home = node.fn ?? node.task ?? handler;
  const where = home ? ` in ${home}` : '';
  switch (node.kind) {
    case 'handler':
      return node.what;
    case 'thread':
      return `${node.what} on a thread`;
    case 'task':
      return `${node.what}, a task${handler ? ` of ${handler}` : ''}`;
    case 'shield':
      return `shield${node.limit === null ? ' without a limit' : ` with a limit of ${limit(node.limit)}`}${where}`;
    case 'scope':
      return `time limit of ${limit(node.limit ?? 0)}${where}`;
    case 'await':
    case 'try':
    case 'except':
    case 'finally':
    case 'work':
      return `${node.kind === 'await' ? `await ${node.what}` : node.what}${where}`;
    case 'blocked':
      return `event loop blocked by ${node.what}`;
  }
}

function endOf(node: Node, state: BarState): string {
  if (state === 'running') return 'running';
  if (state === 'unfinished') return 'not seen to end';
  if (state === 'failed') return `failed with ${failure(node.error ?? {})}`;
  if (node.caught) return 'cut by its limit';
  switch (node.kind) {
    case 'handler':
    case 'task':
      return state === 'done' ? 'returned' : 'cancelled';
    case 'thread':
      return state === 'done' ? 'returned' : 'stopped at a check';
    case 'await':
      return state === 'done' ? 'returned' : 'cut: the cancellation was raised here';
    case 'try':
    case 'except':
      return state === 'done' ? 'left normally' : 'cut';
    case 'finally':
    case 'shield':
    case 'scope':
    case 'work':
    case 'blocked':
      return state === 'done' ? 'finished' : 'cut';
  }
}

function span(start: number, end: number, open: boolean): string {
  return `${seconds(start)} to ${open ? 'now, ' : ''}${seconds(end)}`;
}

/** The loop's blocks lie over the first lane that belongs to a handler: everything on the loop waits. */
function drawLoop(picture: Picture, parts: Parts, moment: Moment): void {
  for (const node of parts.nodes.get(null) ?? []) {
    const lane = picture.lanes.find(
      ({ kind, call }) => kind === 'handler' && (node.call === null || call === node.call),
    );
    if (lane) picture.bars.push({ ...nodeBar(node, null, moment), lane: lane.id });
  }
}

function drawStrip(picture: Picture, strip: Strip, { now, live }: Moment): void {
  const lane = `state/${strip.name}`;
  picture.lanes.push({ id: lane, kind: 'state', label: strip.name, call: null });
  strip.stretches.forEach((stretch, index) => {
    const end = stretch.end ?? now;
    const open = stretch.end === null && live;
    picture.bars.push({
      ...PLAIN,
      id: `${lane}:${index}`,
      kind: 'state',
      state: stretch.leak ? 'leak' : 'quiet',
      lane,
      call: null,
      start: stretch.start,
      end,
      open,
      label: stretch.leak ? `left over: ${stretch.text}` : stretch.text,
      note: stretch.leak ? 'a leak' : '',
      name: `${strip.name}: ${stretch.text}, ${span(stretch.start, end, open)}${stretch.leak ? ', left over: a leak' : ''}`,
    });
  });
}
