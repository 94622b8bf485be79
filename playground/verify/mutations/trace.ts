import type { EventOf, Kind, TraceEvent } from '../../trace/event.ts';
import type { Trace } from './mutation.ts';

/** The trace without some events; null if it has none of them. */
export function without(events: Trace, which: (event: TraceEvent) => boolean): Trace | null {
  const kept = events.filter((event) => !which(event));
  return kept.length === events.length ? null : kept;
}

/** The trace with every event mapped; null if none changed. */
export function changed(events: Trace, change: (event: TraceEvent) => TraceEvent): Trace | null {
  const after = events.map(change);
  return after.every((event, at) => event === events[at]) ? null : byTime(after);
}

/** The trace with more events right after one of its own. */
export function inserted(events: Trace, behind: TraceEvent, more: Trace): Trace {
  const at = events.indexOf(behind) + 1;
  return byTime([...events.slice(0, at), ...more, ...events.slice(at)]);
}

/** Sorted by time; events of one moment keep their order. */
export const byTime = (events: Trace): Trace => events.toSorted((a, b) => a.t - b.t);

/** The first Stop or timeout; null if there is none. */
export function gaveUp(events: Trace): EventOf<'client.stop' | 'client.timeout'> | null {
  return events.find((event) => is(event, 'client.stop', 'client.timeout')) ?? null;
}

export function is<K extends Kind>(event: TraceEvent, ...kinds: K[]): event is EventOf<K> {
  return (kinds as Kind[]).includes(event.kind);
}

/** Whether the event is a cancellation notification on the wire. */
export const isNotification = (event: TraceEvent): boolean =>
  event.kind === 'wire' && event.method === 'notifications/cancelled';

export const hasWire = (events: Trace): boolean => events.some((event) => is(event, 'wire'));
