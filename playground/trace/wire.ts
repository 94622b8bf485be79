import { callsOf, neverTold, type CallFacts } from './calls.ts';
import type { EventOf, TraceEvent } from './event.ts';
import { exchangesOf, type Exchange } from './exchange.ts';
import { momentOf, neverToldOf, type Moment } from './moments.ts';

export type WireEvent = EventOf<'wire'>;

/** A message, with the reply to it where it asks for one; or an HTTP request without a message. */
export interface WireRow {
  kind: 'row';
  key: string;
  call: number | null;
  first: WireEvent | EventOf<'http.request'>;
  /** What carried it; null on wires that are no HTTP, and for what came in the stream of another row. */
  http: Exchange | null;
  /** Notifications that came in its stream. */
  streamed: WireEvent[];
  /** The answer; null where none was seen (or for a notification, which gets none). */
  reply: WireEvent | null;
  /** What stands where the answer would: null beside an answer and for a notification. */
  missing: 'waiting' | 'nothing was sent' | null;
  /** The value that was never sent, or that arrived when nobody waited. */
  ghost: { t: number; where: 'client' | 'server'; value: string | null } | null;
}

/** A line of the wire log. */
export type WireLine = WireRow | Moment;

/**
 * What crossed, in the order of its first appearance, with the moments between in which a client gave up and in
 * which its server learnt of that. `live`: the run goes on, so an answer may still come.
 */
export function wireLines(events: readonly TraceEvent[], live: boolean): WireLine[] {
  const calls = new Map(callsOf(events).map((facts) => [facts.call, facts]));
  const exchanges = exchangesOf(events);
  const lines: WireLine[] = [];
  const open = new Map<string, WireRow>();
  const carrying = new Map<Exchange, WireRow>();
  const moments = new Set<string>();

  for (const event of events) {
    if (event.kind === 'wire') {
      if (!isReply(event) && !isStreamed(event)) add(event);
      continue;
    }
    if (event.kind === 'http.request') {
      add(event);
      // A session's end is about every call that was open.
      for (const facts of calls.values()) addMoment(momentOf(event, facts));
    } else if (event.call !== undefined) addMoment(momentOf(event, calls.get(event.call)));
  }
  const rows = lines.filter((line) => line.kind === 'row');
  if (rows.length === 0) return [];
  for (const row of rows) complete(row);
  if (!live) lines.push(...[...calls.values()].filter(neverTold).map(neverToldOf));
  return lines;

  function addMoment(moment: Moment | null): void {
    if (moment === null || moments.has(moment.key)) return;
    moments.add(moment.key);
    lines.push(moment);
  }

  function add(event: WireRow['first']): void {
    const carrier = exchanges.get(event) ?? null;
    const row: WireRow = {
      kind: 'row',
      key: `row${lines.length}`,
      call: event.call ?? null,
      first: event,
      http: carrier !== null && carrying.has(carrier) ? null : carrier,
      streamed: [],
      reply: null,
      missing: null,
      ghost: null,
    };
    lines.push(row);
    if (row.http) carrying.set(row.http, row);
    if (event.kind === 'wire' && event.what === 'request')
      open.set(`${event.dir} ${event.id}`, row);
  }

  /** An answer stands beside its request, by whatever it came. */
  function isReply(event: WireEvent): boolean {
    if (event.what !== 'response' && event.what !== 'error') return false;
    const asked = `${event.dir === 'c2s' ? 's2c' : 'c2s'} ${event.id}`;
    const carrier = exchanges.get(event);
    // A request that could not be read is answered without its id, by its own response.
    const row = open.get(asked) ?? (carrier && carrying.get(carrier));
    if (!row || row.reply !== null) return false;
    row.reply = event;
    open.delete(asked);
    return true;
  }

  function isStreamed(event: WireEvent): boolean {
    const carrier = exchanges.get(event);
    const row = carrier === undefined ? undefined : carrying.get(carrier);
    if (event.dir !== 's2c' || event.what !== 'notification' || !row) return false;
    row.streamed.push(event);
    return true;
  }

  function complete(row: WireRow): void {
    if (row.first.kind !== 'wire' || row.first.what !== 'request') return;
    const facts = row.call === null ? undefined : calls.get(row.call);
    if (!row.reply) row.missing = live && !settled(row, facts) ? 'waiting' : 'nothing was sent';
    const dropped = facts?.dropped;
    if (dropped) {
      row.ghost = { t: dropped.t, where: dropped.where, value: dropped.value ?? null };
    }
  }
}

/** No answer can come any more: the client gave up, and the handler has ended. */
function settled({ http }: WireRow, facts: CallFacts | undefined): boolean {
  const gone = facts?.told != null || http?.closed?.by === 'client';
  return Boolean(facts?.gaveUp && gone && facts.handler?.end != null);
}
