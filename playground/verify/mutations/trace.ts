import type { EventOf, Kind, TraceEvent } from '../../trace/event.ts';
import type { Trace } from './mutation.ts';

/** Without some events; null where it has none of them. */
export function without(events: Trace, which: (event: TraceEvent) => boolean): Trace | null {
  const kept = events.filter((event) => !which(event));
  return kept.length === events.length ? null : kept;
}

/** Every event as `change` makes it; null where that changes none. */
export function changed(events: Trace, change: (event: TraceEvent) => TraceEvent): Trace | null {
  const after = events.map(change);
  return after.every((event, at) => event === events[at]) ? null : byTime(after);
}

/** With more events right behind one that is in it. */
export function inserted(events: Trace, behind: TraceEvent, more: Trace): Trace {
  const at = events.indexOf(behind) + 1;
  return byTime([...events.slice(0, at), ...more, ...events.slice(at)]);
}

/** A trace is in order of time; events of one moment keep theirs. */
export const byTime = (events: Trace): Trace => events.toSorted((a, b) => a.t - b.t);

/** The moment at which the client first gave up on a call; null where it never did. */
export function gaveUp(events: Trace): EventOf<'client.stop' | 'client.timeout'> | null {
  return events.find((event) => is(event, 'client.stop', 'client.timeout')) ?? null;
}

export function is<K extends Kind>(event: TraceEvent, ...kinds: K[]): event is EventOf<K> {
  return (kinds as Kind[]).includes(event.kind);
}

/** Whether a message is the client's word that it gave up. */
export const isNotification = (event: TraceEvent): boolean =>
  event.kind === 'wire' && event.method === 'notifications/cancelled';

export const hasWire = (events: Trace): boolean => events.some((event) => is(event, 'wire'));
