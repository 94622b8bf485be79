import type { TraceEvent } from '../../trace/event.ts';
import { observation, type Trace } from './mutation.ts';
import { byTime, changed, gaveUp, hasWire, inserted, is, without } from './trace.ts';

const TIMED_OUT = -32001;

/** Traces in which the client behaves differently or gets another answer. */
export const clientMutations = {
  'stop-before-call': observation(stopBeforeCall),
  'stop-and-timeout-swapped': observation((events) => changed(events, swapped)),
  'timeout-not-told': observation((events) =>
    without(
      events,
      (event) =>
        is(event, 'client.timeout') || (is(event, 'client.error') && event.code === TIMED_OUT),
    ),
  ),
  'client-waits': observation((events) => leavesAt(events, events.at(-1)!.t)),
  'client-leaves': observation((events) => leavesAt(events, gaveUp(events)?.t)),
  'answer-lost': observation((events) =>
    without(
      events,
      (event) =>
        is(event, 'client.result') ||
        (is(event, 'wire') && event.dir === 's2c' && event.call !== undefined),
    ),
  ),
  'cancelled-call-answered': observation(answered),
};

function stopBeforeCall(events: Trace): Trace | null {
  const stop = gaveUp(events);
  if (stop === null) return null;
  const others = events.filter((event) => event !== stop);
  const call = others.findIndex((event) => is(event, 'call.sent'));
  return [...others.slice(0, call), { ...stop, t: others[call]!.t }, ...others.slice(call)];
}

function swapped(event: TraceEvent): TraceEvent {
  const { t, call = 1 } = event;
  const client = { who: 'client', t, call } as const;
  if (is(event, 'client.stop')) return { ...client, kind: 'client.timeout', after: t };
  if (is(event, 'client.cancelled')) return { ...client, kind: 'client.error', code: TIMED_OUT };
  if (is(event, 'client.timeout')) return { ...client, kind: 'client.stop', how: 'scope' };
  if (is(event, 'client.error') && event.code === TIMED_OUT)
    return { ...client, kind: 'client.cancelled' };
  return event;
}

/** The client's await of a cancelled call ends at another time. */
function leavesAt(events: Trace, t: number | undefined): Trace | null {
  if (t === undefined) return null;
  return changed(events, (event) =>
    is(event, 'client.cancelled') && event.t !== t ? { ...event, t } : event,
  );
}

function answered(events: Trace): Trace | null {
  const stop = gaveUp(events);
  if (stop === null || events.some((event) => is(event, 'client.result') && event.call === 1))
    return null;
  const last = events.findLast(({ call }) => call === stop.call)!;
  const { t, call = 1 } = last;
  const response = { who: 'wire', t, call, dir: 's2c', via: 'stream', what: 'response' } as const;
  const more: Trace = [
    ...(hasWire(events) ? [{ kind: 'wire', ...response } as const] : []),
    { kind: 'client.result', who: 'client', t, call, text: "Ordered 'Dune'." },
  ];
  const sent = events.filter((event) => event === last || !is(event, 'result.dropped'));
  return byTime(inserted(sent, last, more).filter((event) => !is(event, 'result.dropped')));
}
