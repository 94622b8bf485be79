import type { TraceEvent, Watched } from '../../trace/event.ts';
import { observation, type Trace } from './mutation.ts';
import { byTime, changed, gaveUp, is } from './trace.ts';

/** Traces in which the handler goes through other steps. */
export const handlerMutations = {
  'not-cancelled': observation((events) => changed(events, uncancelled)),
  'cancelled-anyway': observation(cancelledAnyway),
  'cancelled-once': observation(cancelledOnce),
  'shield-leaks': observation(shieldLeaks),
  'cleanup-first': observation(cleanupFirst),
  'released-anyway': observation(releasedAnyway),
};

const CANCELLED = { outcome: 'cancelled', exc: 'Cancelled' } as const;

/** Whatever a cancellation from outside cut short returns instead. A shield's own limit still applies. */
function uncancelled(event: TraceEvent): TraceEvent {
  if (isCut(event)) {
    const { t, who, call = 1, fn, line, what } = event;
    return { kind: 'await.return', t, who, call, what, ...(fn && { fn }), ...(line && { line }) };
  }
  if (is(event, 'check') && event.raised) return { ...event, raised: false };
  if (is(event, 'handler.exit', 'block.exit', 'finally.exit') && event.outcome === 'cancelled')
    return { ...event, outcome: 'returned' };
  return event;
}

const isCut = (event: TraceEvent): event is Extract<TraceEvent, { kind: 'await.raise' }> =>
  is(event, 'await.raise') && event.outcome === 'cancelled' && event.reason !== DEADLINE;
const DEADLINE = 'deadline exceeded';

/** The first await that returned after the Stop raises at the Stop, and the handler ends as cancelled. */
function cancelledAnyway(events: Trace): Trace | null {
  const stop = gaveUp(events);
  const end = events.find((event) => is(event, 'handler.exit') && event.outcome === 'returned');
  if (stop === null || end === undefined || end.t <= stop.t) return null;
  const first = events.find((event) => is(event, 'await.return') && event.t > stop.t);
  if (first === undefined) return null;
  return changed(events, (event) => {
    if (event === first && is(event, 'await.return'))
      return { ...event, ...CANCELLED, kind: 'await.raise', t: stop.t };
    if (event === end && is(event, 'handler.exit')) return { ...event, ...CANCELLED, t: stop.t };
    return event;
  });
}

/** Edge cancellation, like asyncio's own `Task.cancel()`: after the first exception no other await raises. */
function cancelledOnce(events: Trace): Trace | null {
  const met = events.findIndex((event) => is(event, 'catch', 'finally.enter'));
  if (met === -1 || !events.slice(0, met).some(isCut)) return null;
  if (!events.slice(met).some(isCut)) return null;
  const [before, after] = [events.slice(0, met), events.slice(met)];
  return [...before, ...(changed(after, uncancelled) ?? after)];
}

/** The first shield after the Stop is cut at once, and everything after it comes that much sooner. */
function shieldLeaks(events: Trace): Trace | null {
  const stop = gaveUp(events);
  const begin = events.findIndex(
    (event) => is(event, 'shield.enter') && stop !== null && event.t >= stop.t,
  );
  const shield = events[begin];
  if (shield === undefined || !is(shield, 'shield.enter')) return null;
  const end = events.findIndex((event) => is(event, 'shield.exit') && event.scope === shield.scope);
  if (end === -1 || events[end]!.t === shield.t) return null;
  const sooner = events[end]!.t - shield.t;
  return byTime(
    events.map((event, at) => {
      if (at < begin || event.who === 'client' || event.who === 'wire') return event;
      if (at > end) return { ...event, t: event.t - sooner };
      const cut = { ...event, t: shield.t };
      if (is(cut, 'await.return')) return { ...cut, ...CANCELLED, kind: 'await.raise' };
      if (is(cut, 'await.raise')) return { ...cut, reason: 'caller cancelled' };
      return is(cut, 'shield.exit') ? { ...cut, cancelled_caught: false } : cut;
    }),
  );
}

/** The whole `finally` moves to before the handler's first wait. */
function cleanupFirst(events: Trace): Trace | null {
  const begin = events.findIndex((event) => is(event, 'finally.enter'));
  const end = events.findLastIndex((event) => is(event, 'finally.exit'));
  const wait = events.findIndex((event) => is(event, 'await.enter', 'check', 'work.enter'));
  if (wait === -1 || begin <= wait || end < begin) return null;
  const { t } = events[wait]!;
  const cleanup = events.slice(begin, end + 1).map((event) => ({ ...event, t }));
  return [
    ...events.slice(0, wait),
    ...cleanup,
    ...events.slice(wait, begin),
    ...events.slice(end + 1),
  ];
}

/** Whatever is still held is released before the handler ends, or at the end of the run if it never does. */
function releasedAnyway(events: Trace): Trace | null {
  const held = events.findLast((event) => is(event, 'state'));
  if (held === undefined || !is(held, 'state')) return null;
  if (Object.values(held.values).every((value) => isEmpty(value))) return null;
  const values = Object.fromEntries(Object.keys(held.values).map((name) => [name, []]));
  const exit = events.findIndex((event) => is(event, 'handler.exit'));
  const at = exit === -1 ? events.length : exit;
  const state: TraceEvent = { kind: 'state', who: 'server', t: events.at(at - 1)!.t, values };
  return [...events.slice(0, at), state, ...events.slice(at)];
}

const isEmpty = (value: Watched) => Array.isArray(value) && value.length === 0;
