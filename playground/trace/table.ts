import type { EventOf, Outcome, TraceEvent } from './event.ts';
import { failure, limit, valueText } from './words.ts';

/** An event in words, for a table that says what the picture shows. */
export interface TableRow {
  t: number;
  who: string;
  what: string;
  /** The program's line, where it has one. */
  line: number | null;
  call: number | null;
  kind: TraceEvent['kind'];
}

const memo = new WeakMap<readonly TraceEvent[], TableRow[]>();

/** Every event a reader can name, in order; which line runs when is the editor's to show. */
export function tableRows(events: readonly TraceEvent[]): readonly TableRow[] {
  let rows = memo.get(events);
  if (!rows) memo.set(events, (rows = events.flatMap(row)));
  return rows;
}

function row(event: TraceEvent): TableRow[] {
  const what = inWords(event);
  if (what === null) return [];
  const { t, kind, call, line } = event;
  return [{ t, who: whoOf(event), what, line: line ?? null, call: call ?? null, kind }];
}

function whoOf(event: TraceEvent): string {
  const who = event.who === 'tool' ? 'handler' : event.who;
  const task = event.task && !event.kind.startsWith('handler.') ? `, ${event.task}` : '';
  return `${who}${task}`;
}

/** How a block ended, as a participle. */
export function ended(outcome: Outcome, by: { exc?: string; message?: string }): string {
  switch (outcome) {
    case 'returned':
      return 'finished';
    case 'cancelled':
      return 'cut by the cancellation';
    case 'raised':
      return `failed with ${failure(by)}`;
  }
}

/** Null for what has no words of its own. */
export function inWords(event: TraceEvent): string | null {
  switch (event.kind) {
    case 'call.sent': {
      const timeout = event.read_timeout_seconds;
      return `calls ${event.target}${timeout === null ? '' : `, waits at most ${limit(timeout)}`}`;
    }
    case 'client.stop':
      return event.how === 'again' ? 'stops again' : 'stops waiting: it gives up on the call';
    case 'client.timeout':
      return `gives up: no answer after ${limit(event.after)}`;
    case 'client.close':
      return 'starts to disconnect';
    case 'client.closed':
      return 'has disconnected';
    case 'client.result':
      return `${event.is_error ? 'is answered with an error' : 'is answered'}: ${event.text}`;
    case 'client.error':
      return `ends with ${failure(event)}`;
    case 'client.cancelled':
      return 'its await of the call was cancelled';
    case 'wire': {
      const way = event.dir === 'c2s' ? 'client to server' : 'server to client';
      const name = event.method ?? event.what;
      return `${way}: ${name}${event.id === undefined ? '' : ` (id ${event.id})`}`;
    }
    case 'http.request':
      return event.verb === 'DELETE' ? 'ends its session: DELETE' : 'opens a stream: GET';
    case 'http.response':
      return `response headers: ${event.status}, ${event.media}`;
    case 'http.end':
      return 'the response is complete: the server closes the stream';
    case 'http.closed':
      return `the ${event.by ?? 'client'} closed the connection before its response ended`;
    case 'http.disconnect':
      return 'is told that the client has left';
    case 'cancel.notice':
      return 'is told that the client gave up';
    case 'result.dropped': {
      const what = event.value ?? (event.what === 'error' ? 'its error' : 'its value');
      return event.where === 'server'
        ? `${what} is dropped: nobody is sent it`
        : `${what} arrives when nobody waits`;
    }
    case 'handler.enter':
      return `${event.target} starts${event.who === 'thread' ? ' on a thread' : ''}`;
    case 'handler.exit':
      return handlerEnd(event);
    case 'await.enter':
      return `awaits ${event.what}`;
    case 'await.return':
      return `${event.what} returned`;
    case 'await.raise':
      return event.outcome === 'cancelled'
        ? `the await of ${event.what} raised the cancellation`
        : `the await of ${event.what} raised ${failure(event)}`;
    case 'catch':
      return 'caught the cancellation and goes on';
    case 'finally.enter':
      return 'finally starts';
    case 'finally.exit':
      return `finally ${ended(event.outcome, event)}`;
    case 'shield.enter':
      return `a shield begins${event.limit === null ? ', without a limit' : `, limit ${limit(event.limit)}`}`;
    case 'shield.exit':
      return event.cancelled_caught ? 'the shield was cut by its limit' : 'the shield ends';
    case 'check':
      return event.raised
        ? 'asks whether it was cancelled: the check raises'
        : 'asks whether it was cancelled: no';
    case 'work.enter':
      return `${event.what} starts`;
    case 'work.exit':
      return `${event.what} ${ended(event.outcome, {})}`;
    case 'state':
      return Object.entries(event.values)
        .map(([name, value]) => `${name}: ${valueText(value)}`)
        .join('; ');
    case 'block.enter':
      return `${event.block} starts`;
    case 'block.exit':
      return `${event.block} ${ended(event.outcome, event)}`;
    case 'scope.enter':
      return event.limit === null
        ? 'a cancel scope begins'
        : `a cancel scope begins, limit ${limit(event.limit)}`;
    case 'scope.cancel':
      return `a cancel scope is cancelled by ${event.by}`;
    case 'scope.exit':
      return event.cancelled_caught ? 'the cancel scope was cut' : 'the cancel scope ends';
    case 'task.enter':
      return `${event.name} starts`;
    case 'task.exit':
      return `${event.name} ${ended(event.outcome, event)}`;
    case 'loop.blocked':
      return `${event.what} blocks the event loop`;
    case 'loop.freed':
      return 'the event loop goes on';
    case 'output':
      return `prints ${JSON.stringify(event.text)}`;
    case 'error':
      return `error: ${failure(event)}`;
    case 'line':
      return null;
  }
}

function handlerEnd(event: EventOf<'handler.exit'>): string {
  switch (event.outcome) {
    case 'returned':
      return `${event.target} returned${event.value === undefined ? '' : ` ${event.value}`}`;
    case 'cancelled':
      return `${event.target} ended cancelled`;
    case 'raised':
      return `${event.target} failed with ${failure(event)}`;
  }
}
