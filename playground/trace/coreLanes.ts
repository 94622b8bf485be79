import type { EventOf, Kind, TraceEvent, Watched, Who } from './event.ts';
import { leafAwaits, normal, taskKey } from './leaves.ts';
import { isEmpty } from './words.ts';

export interface CoreStep {
  t: number;
  /** The event in words that both sides share: `await.raise takepayment cancelled`. */
  step: string;
}

/** Core events by lane, in normal form. */
export type CoreLanes = ReadonlyMap<string, readonly CoreStep[]>;

/** The normal form of one trace by itself, to look at. */
export function coreLanes(events: readonly TraceEvent[]): CoreLanes {
  const names = namesBothWatch(events, events);
  return lanesOf(events, { http: true, code: true, names, without: new Set(), until: Infinity });
}

/** What of a trace is compared. */
export interface Shared {
  http: boolean;
  code: boolean;
  /** Watched names in normal form; the only ones whose values are compared. */
  names: ReadonlySet<string>;
  without: ReadonlySet<Who>;
  until: number;
}

export function lanesOf(events: readonly TraceEvent[], shared: Shared): CoreLanes {
  const lanes = new Map<string, CoreStep[]>();
  const children = childNames(events);
  const leaves = leafAwaits(events, children);
  const work = outermostWork(events);
  const finallys = outermostFinallys(events);

  for (const event of events) {
    if (event.t > shared.until) break;
    if (shared.without.has(event.who) && event.kind !== 'state') continue;
    if (event.kind === 'state') {
      addState(event);
      continue;
    }
    const step = stepOf(event);
    if (step === null) continue;
    const child = children.get(taskKey(event));
    // A recorder notes the notice when the SDK's middleware runs, which may be after all that it caused.
    const who = event.kind === 'cancel.notice' ? 'notice' : event.who;
    add([who, event.call, child].filter((part) => part !== undefined).join(' '), {
      t: event.t,
      step,
    });
  }
  for (const steps of lanes.values()) steps.sort((x, y) => rank(x.step) - rank(y.step));
  return lanes;

  function add(lane: string, step: CoreStep): void {
    const steps = lanes.get(lane);
    if (steps) steps.push(step);
    else lanes.set(lane, [step]);
  }

  /** One lane for the module: what both watch, whenever it changes, from its first content on. */
  function addState(event: EventOf<'state'>): void {
    const values = Object.entries(event.values)
      .map(([name, value]) => [normal(name), value] as const)
      .filter(([name]) => shared.names.has(name))
      .sort(([x], [y]) => (x < y ? -1 : 1));
    if (values.length === 0) return;
    const step = values.map(([name, value]) => `${name} ${unordered(value)}`).join(', ');
    const before = lanes.get('state');
    if (before ? before.at(-1)?.step === step : values.every(([, value]) => isEmpty(value))) return;
    add('state', { t: event.t, step });
  }

  /** Null for what is not compared. */
  function stepOf(event: TraceEvent): string | null {
    switch (event.kind) {
      case 'call.sent':
        return join(event.kind, event.method, event.read_timeout_seconds);
      case 'client.stop':
        return join(event.kind, event.how);
      case 'client.error':
        return join(event.kind, shared.code ? event.code : undefined);
      case 'client.close':
      case 'client.closed':
      case 'client.result':
      case 'client.cancelled':
      case 'cancel.notice':
      case 'handler.enter':
        return event.kind;
      case 'catch':
        // The recorder notes what a task catches only.
        return event.who === 'thread' ? null : event.kind;
      case 'finally.enter':
        return finallys.has(event) ? event.kind : null;
      case 'wire': {
        // The handshake and `tools/list` belong to no call; recordings leave them out.
        if (event.call === undefined) return null;
        const method = event.what === 'response' || event.what === 'error' ? '' : event.method;
        return join(event.kind, event.dir, event.via, event.what, method);
      }
      case 'http.response':
        if (!shared.http || event.call === undefined) return null;
        return join(event.kind, event.status, event.media);
      case 'http.closed':
      case 'http.disconnect':
        return shared.http && event.call !== undefined ? event.kind : null;
      case 'result.dropped':
        return join(event.kind, event.where, event.what);
      case 'handler.exit':
        return join(event.kind, event.outcome);
      case 'finally.exit':
        return finallys.has(event) ? join(event.kind, event.outcome) : null;
      case 'await.enter':
      case 'await.return':
      case 'await.raise': {
        const name = leaves.get(event);
        if (name === undefined) return null;
        return join(event.kind, name, event.kind === 'await.raise' ? event.outcome : undefined);
      }
      case 'shield.enter':
        return join(event.kind, event.limit);
      case 'shield.exit':
        return join(event.kind, event.limit, event.cancelled_caught ? 'cut' : 'left');
      case 'check':
        return join(event.kind, event.raised ? 'raised' : 'passed');
      case 'work.enter':
        return work.has(event) ? join(event.kind, normal(event.what)) : null;
      case 'work.exit':
        return work.has(event) ? join(event.kind, normal(event.what), event.outcome) : null;
      case 'state':
      case 'http.request':
      case 'http.end':
      case 'client.timeout':
      case 'line':
      case 'block.enter':
      case 'block.exit':
      case 'scope.enter':
      case 'scope.cancel':
      case 'scope.exit':
      case 'task.enter':
      case 'task.exit':
      case 'loop.blocked':
      case 'loop.freed':
      case 'output':
      case 'error':
        return null;
    }
  }
}

/**
 * Two kinds whose place in their lane says nothing: a notice is noted a moment after its effect, and when a
 * client has left is up to its process.
 */
function rank(step: string): number {
  if (step === 'cancel.notice') return -1;
  return step === 'client.closed' ? 1 : 0;
}

function join(...parts: (string | number | null | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== null && part !== '').join(' ');
}

/** A set has no order, and a watched value does not say whether it was one. */
function unordered(value: Watched): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((item) => JSON.stringify(item)).sort()}]`;
}

export function namesBothWatch(
  left: readonly TraceEvent[],
  right: readonly TraceEvent[],
): ReadonlySet<string> {
  const theirs = watched(right);
  return new Set([...watched(left)].filter((name) => theirs.has(name)));
}

function watched(events: readonly TraceEvent[]): Set<string> {
  const names = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'state') continue;
    for (const name of Object.keys(event.values)) names.add(normal(name));
  }
  return names;
}

/**
 * Engines name tasks as they like. The handler's own task is the one of `handler.enter` (recordings give it
 * no name); the others are the call's children, numbered as they first did something.
 */
function childNames(events: readonly TraceEvent[]): ReadonlyMap<string, string> {
  const own = new Map<number | undefined, string | undefined>();
  const names = new Map<string, string>();
  const counts = new Map<number | undefined, number>();
  for (const event of events) {
    if (event.kind === 'handler.enter') own.set(event.call, event.task);
    if (event.task === undefined || (event.who !== 'tool' && event.who !== 'thread')) continue;
    if (!own.has(event.call) || event.task === own.get(event.call)) continue;
    if (names.has(taskKey(event)) || !isCore(event)) continue;
    const count = (counts.get(event.call) ?? 0) + 1;
    counts.set(event.call, count);
    names.set(taskKey(event), `child${count}`);
  }
  return names;
}

/** What a task does, as against that it is there. */
function isCore(event: TraceEvent): boolean {
  return /^(await|finally|shield|check|work|catch)\b/.test(event.kind);
}

/** A `finally` inside a `finally` is the outer one's own affair: a recording has one for a handler. */
function outermostFinallys(events: readonly TraceEvent[]): ReadonlySet<TraceEvent> {
  return outermost(events, 'finally.enter', 'finally.exit');
}

/** Work inside work likewise: a recording knows units of work only. */
function outermostWork(events: readonly TraceEvent[]): ReadonlySet<TraceEvent> {
  return outermost(events, 'work.enter', 'work.exit');
}

function outermost(events: readonly TraceEvent[], enter: Kind, exit: Kind): Set<TraceEvent> {
  const found = new Set<TraceEvent>();
  const depths = new Map<string, number>();
  for (const event of events) {
    if (event.kind !== enter && event.kind !== exit) continue;
    const key = taskKey(event);
    const before = depths.get(key) ?? 0;
    const outside = event.kind === enter ? before : before - 1;
    if (outside === 0) found.add(event);
    depths.set(key, event.kind === enter ? before + 1 : outside);
  }
  return found;
}
