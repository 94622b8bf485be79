import type { TraceEvent } from '../../trace/event.ts';
import { observation, type Trace } from './mutation.ts';
import { byTime, changed, gaveUp, is } from './trace.ts';

/** Traces in which a plain function goes through other steps. */
export const threadMutations = {
  'on-the-event-loop': observation((events) =>
    changed(events, (event) => (event.who === 'thread' ? { ...event, who: 'tool' } : event)),
  ),
  'thread-interrupted': observation(interrupted),
  'check-stays-silent': observation((events) => changed(events, silent)),
  'check-raises-early': observation((events) => {
    const early = events.findLast((event) => is(event, 'check') && !event.raised);
    if (early === undefined) return null;
    return changed(events, (event) =>
      event === early && is(event, 'check') ? { ...event, raised: true } : event,
    );
  }),
};

/** The unit of work is cut at the Stop, no other begins, and the cleanup follows at once. */
function interrupted(events: Trace): Trace | null {
  const stop = gaveUp(events);
  if (stop === null) return null;
  const cut = events.find(
    (event) => is(event, 'work.exit') && event.who === 'thread' && event.t > stop.t,
  );
  if (cut === undefined) return null;
  const from = events.indexOf(cut);
  return byTime(
    events
      .filter((event, at) => at <= from || !is(event, 'work.enter', 'work.exit', 'check'))
      .map((event, at) => (at >= from ? endedAt(event, stop.t) : event)),
  );
}

function endedAt(event: TraceEvent, t: number): TraceEvent {
  return is(event, 'work.exit', 'handler.exit', 'block.exit')
    ? { ...event, t, outcome: 'cancelled' }
    : { ...event, t };
}

function silent(event: TraceEvent): TraceEvent {
  if (is(event, 'check') && event.raised) return { ...event, raised: false };
  if (is(event, 'handler.exit') && event.who === 'thread' && event.outcome === 'cancelled')
    return { ...event, outcome: 'returned' };
  return event;
}
