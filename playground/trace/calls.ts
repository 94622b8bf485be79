import type { EventOf, Method, Outcome, TraceEvent } from './event.ts';

/** How a client gave up. `deadline`: a scope round the call ran out, which no event announces. */
export type GiveUp = 'stop' | 'timeout' | 'disconnect' | 'deadline';

/** How a call ended for its client. */
export type ClientEnd = 'answered' | 'failed' | 'stopped' | 'timed out' | 'disconnected';

export interface HandlerFacts {
  target: string;
  fn: string | undefined;
  /** A plain function: it runs in a thread. */
  thread: boolean;
  start: number;
  /** Null while it runs, and where nobody saw it end. */
  end: number | null;
  outcome: Outcome | null;
  exit: EventOf<'handler.exit'> | null;
}

/** What became of one call, on each side. Times are seconds since the run began. */
export interface CallFacts {
  call: number;
  target: string;
  method: Method;
  sent: number | null;
  gaveUp: { t: number; how: GiveUp } | null;
  /** Stops that changed nothing: the call was given up before. `late`: there was nothing left to stop. */
  again: { t: number; late: boolean }[];
  /** The server learnt of it. */
  told: number | null;
  client: { t: number; how: ClientEnd; event: ClientEvent } | null;
  handler: HandlerFacts | null;
  /** The first await or check of the handler that raised the cancellation. */
  raised: { t: number; by: 'await' | 'check' } | null;
  caught: number | null;
  /** A `finally` of it that was entered, and the last one that ran to its end. */
  finally: { entered: number | null; finished: number | null; open: boolean };
  /** A shield that its own limit cut. */
  cut: { t: number; limit: number | null } | null;
  /** It left a message on the wire, and the server's answer to it did. */
  onWire: boolean;
  /** Its messages crossed a pipe: the server is a process of its own, which its client can end. */
  onPipe: boolean;
  /** HTTP: its connection was closed before the response had ended. */
  closed: boolean;
  reply: EventOf<'wire'> | null;
  dropped: EventOf<'result.dropped'> | null;
}

type ClientEvent = EventOf<'client.result'> | EventOf<'client.error'> | EventOf<'client.cancelled'>;

/** The SDKs' code for a read timeout, where no `client.timeout` tells (recordings). */
const REQUEST_TIMEOUT = -32001;

const memo = new WeakMap<readonly TraceEvent[], CallFacts[]>();

/** The run's calls in the order of their numbers. Computed once for a list of events. */
export function callsOf(events: readonly TraceEvent[]): readonly CallFacts[] {
  let calls = memo.get(events);
  if (!calls) memo.set(events, (calls = read(events)));
  return calls;
}

function read(events: readonly TraceEvent[]): CallFacts[] {
  const calls = new Map<number, CallFacts>();
  let timedOut = new Set<number>();
  let closedAt: number | null = null;

  for (const event of events) {
    if (event.kind === 'client.close') closedAt ??= event.t;
    if (event.kind === 'http.request' && event.verb === 'DELETE') {
      for (const facts of calls.values()) {
        if (facts.gaveUp?.how === 'disconnect') tell(facts, event.t);
      }
    }
    if (event.call === undefined) continue;
    let facts = calls.get(event.call);
    if (!facts) calls.set(event.call, (facts = unknown(event.call)));
    note(facts, event);
  }
  return [...calls.values()].sort((a, b) => a.call - b.call);

  function note(facts: CallFacts, event: TraceEvent): void {
    switch (event.kind) {
      case 'call.sent':
        facts.sent = event.t;
        facts.target = event.target;
        facts.method = event.method;
        break;
      case 'client.stop':
        if (!facts.client && !facts.gaveUp) facts.gaveUp = { t: event.t, how: 'stop' };
        else facts.again.push({ t: event.t, late: isOver(facts) });
        break;
      case 'client.timeout':
        timedOut = timedOut.add(facts.call);
        if (!facts.client) facts.gaveUp ??= { t: event.t, how: 'timeout' };
        break;
      case 'client.close':
        if (!facts.client) facts.gaveUp ??= { t: event.t, how: 'disconnect' };
        break;
      case 'client.result':
        facts.client ??= { t: event.t, how: event.is_error ? 'failed' : 'answered', event };
        break;
      case 'client.error': {
        const late = timedOut.has(facts.call) || event.code === REQUEST_TIMEOUT;
        if (late) facts.gaveUp ??= { t: event.t, how: 'timeout' };
        else if (closedAt !== null) facts.gaveUp ??= { t: closedAt, how: 'disconnect' };
        const how: ClientEnd = late
          ? 'timed out'
          : facts.gaveUp?.how === 'disconnect'
            ? 'disconnected'
            : facts.gaveUp?.how === 'stop'
              ? 'stopped'
              : 'failed';
        facts.client ??= { t: event.t, how, event };
        break;
      }
      case 'client.cancelled': {
        facts.gaveUp ??= { t: event.t, how: 'deadline' };
        const how = facts.gaveUp.how;
        facts.client ??= {
          t: event.t,
          how: how === 'timeout' ? 'timed out' : how === 'disconnect' ? 'disconnected' : 'stopped',
          event,
        };
        break;
      }
      case 'cancel.notice':
      case 'http.disconnect':
        tell(facts, event.t);
        break;
      case 'wire':
        facts.onWire = true;
        if (event.via === 'stream') facts.onPipe = true;
        if (event.what === 'response' || event.what === 'error') facts.reply ??= event;
        break;
      case 'http.closed':
        facts.closed = true;
        break;
      case 'handler.enter':
        facts.target ||= event.target;
        facts.handler ??= {
          target: event.target,
          fn: event.fn,
          thread: event.who === 'thread',
          start: event.t,
          end: null,
          outcome: null,
          exit: null,
        };
        break;
      case 'handler.exit':
        if (facts.handler && facts.handler.end === null) {
          Object.assign(facts.handler, { end: event.t, outcome: event.outcome, exit: event });
        }
        break;
      case 'await.raise':
        // Before the client gave up, a cancellation is a matter inside the program (a limit, a group).
        if (event.outcome === 'cancelled' && facts.gaveUp) {
          facts.raised ??= { t: event.t, by: 'await' };
        }
        break;
      case 'check':
        if (event.raised) facts.raised ??= { t: event.t, by: 'check' };
        break;
      case 'catch':
        facts.caught ??= event.t;
        break;
      case 'finally.enter':
        facts.finally.entered ??= event.t;
        facts.finally.open = true;
        break;
      case 'finally.exit':
        facts.finally.open = false;
        if (event.outcome === 'returned') facts.finally.finished = event.t;
        break;
      case 'shield.exit':
        if (event.cancelled_caught) facts.cut ??= { t: event.t, limit: event.limit };
        break;
      case 'result.dropped':
        facts.dropped ??= event;
        break;
      default:
        break;
    }
  }
}

/** A handler that unwinds has been told: recordings note the message a moment after its effect. */
function tell(facts: CallFacts, t: number): void {
  facts.told ??= Math.min(t, facts.raised?.t ?? t);
}

function unknown(call: number): CallFacts {
  return {
    call,
    target: '',
    method: 'tools/call',
    sent: null,
    gaveUp: null,
    again: [],
    told: null,
    client: null,
    handler: null,
    raised: null,
    caught: null,
    finally: { entered: null, finished: null, open: false },
    cut: null,
    onWire: false,
    onPipe: false,
    closed: false,
    reply: null,
    dropped: null,
  };
}

/** On a wire the client is gone long before its handler has cleaned up: both must have ended. */
function isOver({ client, handler }: CallFacts): boolean {
  return client !== null && (handler === null || handler.end !== null);
}

/** The client closed the connection of a call that it gave up, and nothing at all told its server. */
export function neverTold({ gaveUp, closed, told, raised }: CallFacts): boolean {
  return gaveUp !== null && closed && told === null && raised === null;
}

/** The client was told nothing: no answer left the server, and none reached the client in memory. */
export function gotNoAnswer(facts: CallFacts): boolean {
  return facts.reply === null && facts.client?.event.kind !== 'client.result';
}

/** When every handler that began has ended; null while one runs, or where none began. */
export function handlersEnded(calls: readonly CallFacts[]): number | null {
  let last: number | null = null;
  for (const { handler } of calls) {
    if (!handler) continue;
    if (handler.end === null) return null;
    last = Math.max(last ?? 0, handler.end);
  }
  return last;
}
