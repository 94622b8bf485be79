import { callsOf, type CallFacts } from './calls.ts';
import type { EventOf, TraceEvent } from './event.ts';

export type WireEvent = EventOf<'wire'>;

/** A line of the wire log: a message, with the reply to it where it asks for one. */
export interface WireRow {
  key: string;
  call: number | null;
  first: WireEvent;
  /** The answer; null where none was seen (or for a notification, which gets none). */
  reply: WireEvent | null;
  /** What stands where the answer would: null beside an answer and for a notification. */
  missing: 'waiting' | 'nothing was sent' | null;
  /** The value that was never sent, or that arrived when nobody waited. */
  ghost: { t: number; where: 'client' | 'server'; value: string | null } | null;
}

/**
 * The messages in the order of their first appearance; a reply stands beside its request.
 * `live`: the run goes on, so an answer may still come.
 */
export function wireRows(events: readonly TraceEvent[], live: boolean): WireRow[] {
  const calls = new Map(callsOf(events).map((facts) => [facts.call, facts]));
  const rows: WireRow[] = [];
  const open = new Map<string, WireRow>();

  for (const event of events) {
    if (event.kind !== 'wire') continue;
    const asked = event.dir === 'c2s' ? 's2c' : 'c2s';
    const isReply = event.what === 'response' || event.what === 'error';
    const request = isReply ? open.get(`${asked} ${event.id}`) : undefined;
    if (request) {
      request.reply = event;
      open.delete(`${asked} ${event.id}`);
      continue;
    }
    const row: WireRow = {
      key: String(rows.length),
      call: event.call ?? null,
      first: event,
      reply: null,
      missing: null,
      ghost: null,
    };
    rows.push(row);
    if (event.what === 'request') open.set(`${event.dir} ${event.id}`, row);
  }

  for (const row of rows) {
    if (row.first.what !== 'request') continue;
    const facts = row.call === null ? undefined : calls.get(row.call);
    if (!row.reply) row.missing = live && !settled(facts) ? 'waiting' : 'nothing was sent';
    const dropped = facts?.dropped;
    if (dropped) {
      row.ghost = { t: dropped.t, where: dropped.where, value: dropped.value ?? null };
    }
  }
  return rows;
}

/** No answer can come any more: the client gave up, and the handler has ended. */
function settled(facts: CallFacts | undefined): boolean {
  return Boolean(facts?.gaveUp && facts.told !== null && facts.handler?.end != null);
}
