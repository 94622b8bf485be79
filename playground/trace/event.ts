/**
 * What happened, as data. A live run and a recording of native CPython use the same words, so that one can
 * be laid over the other; panels are pure functions of a list of these and draw nothing else.
 *
 * Field names are those of the native recordings (content/recordings): `read_timeout_seconds` and
 * `cancelled_caught` keep their Python spelling because they are data that two engines share.
 */

/** Who did it: the client's task, the server, a handler on its task or its thread, or the transport. */
export type Who = 'client' | 'server' | 'tool' | 'thread' | 'wire';

/** How a block of code or a call ended. */
export type Outcome = 'returned' | 'raised' | 'cancelled';

interface Common {
  /** Seconds since the run began, on the run's clock. */
  t: number;
  who: Who;
  /** The call this belongs to: 1 for the script's first call. Absent for what belongs to none. */
  call?: number;
  /** Live engines only: the kernel task or thread, where a call has more than one (`child1`). */
  task?: string;
  /** Live engines only: the function, by its name in the program. */
  fn?: string;
  /** Live engines only: the line in the program, from 1. */
  line?: number;
}

interface Raised {
  exc?: string;
  message?: string;
}

export type Method = 'tools/call' | 'prompts/get' | 'resources/read';

/** A watched value, small enough to show: JSON of at most a few dozen items. */
export type Watched = string | number | boolean | null | Watched[] | { [key: string]: Watched };

/** By their names in lower case. */
type Headers = Record<string, string>;

interface Exchange {
  /** HTTP: numbers the run's requests; what answers a request carries its number. Live engines only. */
  exchange?: number;
}

interface Details {
  // The client's side.
  'call.sent': { target: string; method: Method; read_timeout_seconds: number | null };
  'client.stop': { how: 'scope' | 'again' | 'task'; reason?: string };
  'client.timeout': { after: number };
  'client.close': object;
  'client.closed': object;
  'client.result': { text: string; is_error?: boolean };
  'client.error': Raised & { code?: number };
  'client.cancelled': Raised;

  // Between them.
  wire: {
    dir: 'c2s' | 's2c';
    via: 'stream' | 'POST' | 'sse' | 'json';
    what: 'request' | 'notification' | 'response' | 'error';
    method?: string;
    id?: string;
    code?: number;
    message?: string;
    reason?: string;
    /** The exact bytes of the message, without the line end. */
    body?: string;
    /** HTTP, `via: 'POST'`: the headers of the request that say something about it. */
    headers?: Headers;
  } & Exchange;
  /** HTTP: a request without a message. GET opens the server's own stream, DELETE ends the session. */
  'http.request': { verb: 'GET' | 'DELETE'; headers?: Headers } & Exchange;
  /** The head of a response. Live engines name the media type of an empty body too: `json`, as recorded. */
  'http.response': { status: number; media: 'sse' | 'json'; headers?: Headers } & Exchange;
  /** The response came to its end: the server closed the stream. Live engines only. */
  'http.end': Exchange;
  /** The call's connection ended before its response did. The client closed it where `by` is left out. */
  'http.closed': { by?: 'client' | 'server' } & Exchange;
  /** The server was told so. What it makes of that is its own affair. */
  'http.disconnect': Exchange;
  /** The server has learnt that the client gave up. */
  'cancel.notice': { reason?: string };
  /** The value (or error) that nobody was sent, or that arrived when nobody waited. */
  'result.dropped': {
    where: 'client' | 'server';
    /** `connection closed`: the answer was written to a connection that is gone. */
    what: 'response' | 'error' | 'connection closed';
    value?: string;
  };

  // The handler, on its task or thread.
  'handler.enter': { target: string };
  'handler.exit': Raised & { target: string; outcome: Outcome; value?: string };
  'await.enter': { what: string };
  'await.return': { what: string };
  'await.raise': Raised & { what: string; outcome: Outcome; reason?: string };
  /** A handler caught the cancellation and goes on. */
  catch: Raised;
  'finally.enter': object;
  'finally.exit': Raised & { outcome: Outcome };
  /** `scope` numbers the run's cancel scopes; `limit` is in seconds, null without one. */
  'shield.enter': { scope: number; limit: number | null };
  'shield.exit': { scope: number; limit: number | null; cancelled_caught: boolean };
  /** A thread asked whether it was cancelled. */
  check: Raised & { raised: boolean };
  /** A call that a thread spends time in; `what` is its first argument, or its name. */
  'work.enter': { what: string };
  'work.exit': { what: string; outcome: Outcome };

  // The server's module.
  state: { values: Record<string, Watched> };

  // Added by the live engines for the editor and the panels; left out of comparisons.
  line: object;
  'block.enter': { block: 'try' | 'except' };
  'block.exit': Raised & { block: 'try' | 'except'; outcome: Outcome };
  'scope.enter': { scope: number; limit: number | null };
  'scope.cancel': { scope: number; by: string; reason?: string };
  'scope.exit': { scope: number; limit: number | null; cancelled_caught: boolean };
  'task.enter': { name: string };
  'task.exit': Raised & { name: string; outcome: Outcome };
  /** The event loop runs nothing else: a handler computes or sleeps without an await. */
  'loop.blocked': { what: string };
  'loop.freed': { what: string };
  output: { stream: 'stdout' | 'stderr' | 'log'; text: string };
  error: Raised & { where: 'load' | 'run' | 'server' | 'engine'; column?: number };
}

export type Kind = keyof Details;

/** One event. Narrow by `kind`. */
export type TraceEvent = { [K in Kind]: Common & { kind: K } & Details[K] }[Kind];

/** The event of one kind. */
export type EventOf<K extends Kind> = Extract<TraceEvent, { kind: K }>;
