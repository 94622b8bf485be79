import type { EventOf, TraceEvent } from './event.ts';

/** An HTTP request, and what became of its response. */
export interface Exchange {
  verb: 'POST' | 'GET' | 'DELETE';
  /** The call that its message is about. */
  call: number | null;
  head: EventOf<'http.response'> | null;
  /** Who ended the connection, and when; null while it is open. The server does where its response is complete. */
  closed: { t: number; by: 'client' | 'server' } | null;
  /** When the server was told that the client had closed it. Null: it never asked. */
  told: number | null;
}

/** The messages and requests of a run by the exchange that carried them. */
export type Exchanges = ReadonlyMap<TraceEvent, Exchange>;

/**
 * Live engines number their exchanges. A recording does not: there the head of a response belongs to its call's
 * last request that has none yet, and the end of a connection to the call's first.
 */
export function exchangesOf(events: readonly TraceEvent[]): Exchanges {
  const all: Exchange[] = [];
  const numbered = new Map<number, Exchange>();
  const by = new Map<TraceEvent, Exchange>();
  for (const event of events) {
    switch (event.kind) {
      case 'http.request':
        open(event, event.verb);
        break;
      case 'wire':
        if (event.via === 'POST') open(event, 'POST');
        else if (event.exchange !== undefined) note(event, numbered.get(event.exchange));
        break;
      case 'http.response': {
        const exchange = find(event, (one) => one.head === null, 'last');
        if (exchange) exchange.head ??= event;
        break;
      }
      case 'http.end':
        close(event, 'server');
        break;
      case 'http.closed':
        close(event, event.by ?? 'client');
        break;
      case 'http.disconnect': {
        const exchange = find(event, () => true, 'first');
        if (exchange) exchange.told ??= event.t;
        break;
      }
      default:
        break;
    }
  }
  return by;

  function open(event: EventOf<'wire'> | EventOf<'http.request'>, verb: Exchange['verb']): void {
    const exchange = { verb, call: event.call ?? null, head: null, closed: null, told: null };
    all.push(exchange);
    if (event.exchange !== undefined) numbered.set(event.exchange, exchange);
    note(event, exchange);
  }

  function note(event: TraceEvent, exchange: Exchange | undefined): void {
    if (exchange) by.set(event, exchange);
  }

  function close(event: EventOf<'http.end'> | EventOf<'http.closed'>, who: 'client' | 'server') {
    const exchange = find(event, ({ closed }) => closed === null, 'first');
    if (exchange) exchange.closed ??= { t: event.t, by: who };
  }

  function find(
    event: { exchange?: number; call?: number },
    fits: (one: Exchange) => boolean,
    which: 'first' | 'last',
  ): Exchange | undefined {
    if (event.exchange !== undefined) return numbered.get(event.exchange);
    const mine = all.filter((one) => one.call === (event.call ?? null) && fits(one));
    return which === 'first' ? mine[0] : mine.at(-1);
  }
}
