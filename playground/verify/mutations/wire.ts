import { observation, type Trace } from './mutation.ts';
import { byTime, gaveUp, hasWire, inserted, is, isNotification, without } from './trace.ts';

/** Traces in which other messages cross between client and server. */
export const wireMutations = {
  'server-not-told': observation((events) =>
    without(
      events,
      (event) =>
        is(event, 'cancel.notice', 'http.disconnect', 'http.closed') || isNotification(event),
    ),
  ),
  'server-told-late': observation(toldLate),
  'notified-as-well': observation((events) => {
    const stop = gaveUp(events);
    if (stop === null || !hasWire(events) || events.some(isNotification)) return null;
    const { t, call = 1 } = stop;
    const method = 'notifications/cancelled';
    const message = { dir: 'c2s', via: 'POST', what: 'notification', method } as const;
    return inserted(events, stop, [{ kind: 'wire', who: 'wire', t, call, ...message }]);
  }),
  'stream-closed-as-well': observation((events) => {
    const stop = gaveUp(events);
    const http = events.some((event) => is(event, 'http.response'));
    if (stop === null || !http || events.some((event) => is(event, 'http.closed'))) return null;
    const { t, call = 1 } = stop;
    return inserted(events, stop, [
      { kind: 'http.closed', who: 'wire', t, call, by: 'client' },
      { kind: 'http.disconnect', who: 'server', t, call },
    ]);
  }),
  'progress-after-stop': observation((events) => {
    const stop = gaveUp(events);
    if (stop === null || !hasWire(events)) return null;
    const { t, call = 1 } = stop;
    const method = 'notifications/progress';
    const message = { dir: 's2c', via: 'stream', what: 'notification', method } as const;
    return inserted(events, stop, [{ kind: 'wire', who: 'wire', t, call, ...message }]);
  }),
  'messages-in-memory': observation((events) => {
    const sent = events.find((event) => is(event, 'call.sent'));
    if (sent === undefined || hasWire(events)) return null;
    const { t, call = 1, method } = sent;
    const message = { dir: 'c2s', via: 'stream', what: 'request', method } as const;
    return inserted(events, sent, [{ kind: 'wire', who: 'wire', t, call, ...message }]);
  }),
};

/** Seconds. */
const LATE = 1;

/** Everything but the client is late, from the Stop or timeout on. */
function toldLate(events: Trace): Trace | null {
  const stop = gaveUp(events);
  if (stop === null) return null;
  const from = events.indexOf(stop);
  return byTime(
    events.map((event, at) =>
      at > from && event.who !== 'client' ? { ...event, t: event.t + LATE } : event,
    ),
  );
}
