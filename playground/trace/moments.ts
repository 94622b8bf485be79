import type { CallFacts, GiveUp } from './calls.ts';
import type { TraceEvent } from './event.ts';

/** Between the messages: the client gave up on a call, or the server learnt of it. They are two moments. */
export interface Moment {
  kind: 'moment';
  key: string;
  call: number;
  what: 'gave up' | 'told' | 'never told';
  /** Seconds; null for what never came. */
  t: number | null;
  text: string;
  /** The client's reason, as the server was given it. */
  reason: string | null;
}

const GAVE_UP: Record<GiveUp, string> = {
  stop: 'The client stops',
  timeout: 'The client’s timeout runs out',
  disconnect: 'The client disconnects',
  deadline: 'The client gives up',
};

/** The moment that an event is, or null. A call has one of each: later ones have the same key. */
export function momentOf(event: TraceEvent, facts: CallFacts | undefined): Moment | null {
  if (!facts) return null;
  const { call, gaveUp } = facts;
  switch (event.kind) {
    case 'client.stop':
    case 'client.timeout':
    case 'client.close':
    case 'client.error':
    case 'client.cancelled':
      if (gaveUp?.t !== event.t) return null;
      return moment(call, 'gave up', event.t, GAVE_UP[gaveUp.how]);
    case 'http.request':
      if (event.verb !== 'DELETE' || gaveUp?.how !== 'disconnect') return null;
      return moment(call, 'told', event.t, 'The server learns of it: its session is ended');
    case 'cancel.notice':
      return {
        ...moment(call, 'told', event.t, 'The server learns of it, by the message'),
        reason: event.reason ?? null,
      };
    case 'http.disconnect':
      return moment(call, 'told', event.t, 'The server learns that the connection is closed');
    default:
      return null;
  }
}

/** What is said at the end of a run of a call whose server learnt nothing. */
export const neverToldOf = ({ call }: CallFacts): Moment =>
  moment(call, 'never told', null, 'The server never learnt of it');

const moment = (call: number, what: Moment['what'], t: number | null, text: string): Moment => ({
  kind: 'moment',
  key: `${what} ${call}`,
  call,
  what,
  t,
  text,
  reason: null,
});
