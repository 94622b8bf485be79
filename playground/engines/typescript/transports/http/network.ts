import type { FetchLike, JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Loop } from '../../../../kernel/index.ts';
import type { Tracer } from '../../tracer.ts';
import type { ServerTap } from '../official.ts';
import type { Wire } from '../wire.ts';
import { Exchange } from './exchange.ts';
import type { HttpServer } from './peer.ts';
import { ServerSentEvents } from './serverSentEvents.ts';

const REQUEST_HEADERS = [
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
  'last-event-id',
];
const RESPONSE_HEADERS = ['content-type', 'mcp-session-id'];

/**
 * HTTP between one client and a server in the same worker: requests and responses are the platform's own,
 * bodies are bytes, and each is written down where it crosses. Nothing is fetched.
 */
export class Network {
  readonly #wire: Wire;
  readonly #tracer: Tracer;
  readonly #loop: Loop;
  readonly #byRequest = new Map<string, Exchange>();
  #count = 0;

  constructor(wire: Wire, tracer: Tracer, loop: Loop) {
    this.#wire = wire;
    this.#tracer = tracer;
    this.#loop = loop;
  }

  /** The client's `fetch`. An abort of its signal closes the connection. */
  to(server: HttpServer): FetchLike {
    return async (url, init = {}) => {
      const { signal, method = 'GET' } = init;
      signal?.throwIfAborted();
      const body = typeof init.body === 'string' ? init.body : null;
      const request = new Request(url, { method, headers: new Headers(init.headers), body });
      const exchange = this.#send(request, body);
      const closed = new Promise<never>((_, reject) => {
        const close = () => {
          exchange.close();
          reject(signal!.reason);
        };
        signal?.addEventListener('abort', close, { once: true });
      });
      const answered = server
        .fetch(request, exchange)
        .then((response) => this.#receive(response, exchange, signal));
      return Promise.race([answered, closed]);
    };
  }

  /** The server's ends of the connections. */
  readonly serverTap: ServerTap = {
    received: (message) => {
      this.#wire.read(message);
      if ('method' in message && 'id' in message) this.#byRequest.get(String(message.id))?.arrive();
    },
    sent: (message) => {
      // Nobody may be there to take a message of the server's own: it is not waited for.
      if ('method' in message) return this.#loop.hostHeard();
      const exchange = this.#byRequest.get(String(message.id));
      exchange?.depart();
      // A response in one piece is noted as unsent where it is written.
      if (exchange?.state === 'closed' && exchange.streams)
        this.#dropped(exchange, 'error' in message ? 'error' : 'response', message);
    },
  };

  /** The client has been given a message. */
  received(message: JSONRPCMessage): void {
    if (!('method' in message)) this.#byRequest.get(String(message.id))?.arrive();
  }

  #send(request: Request, body: string | null): Exchange {
    const exchange = new Exchange(++this.#count, this.#tracer, this.#loop);
    exchange.depart();
    const headers = chosen(request.headers, REQUEST_HEADERS);
    if (body === null) {
      const verb = request.method === 'DELETE' ? 'DELETE' : 'GET';
      this.#tracer.emit('http.request', 'wire', { verb, headers, exchange: exchange.number });
      return exchange;
    }
    const message = JSON.parse(body) as JSONRPCMessage;
    const note = { body, headers, exchange: exchange.number };
    exchange.call = this.#wire.crossed(message, 'c2s', 'POST', note);
    if ('method' in message && 'id' in message) this.#byRequest.set(String(message.id), exchange);
    return exchange;
  }

  async #receive(
    response: Response,
    exchange: Exchange,
    signal: AbortSignal | null | undefined,
  ): Promise<Response> {
    const { status, headers, body } = response;
    const media = headers.get('content-type')?.includes('event-stream') ? 'sse' : 'json';
    const text = media === 'json' && body !== null ? await response.text() : '';
    if (exchange.state === 'closed') {
      await body?.cancel().catch(() => {});
      if (text !== '') this.#unsent(exchange, JSON.parse(text) as JSONRPCMessage);
      return response;
    }
    exchange.head({ status, media, headers: chosen(headers, RESPONSE_HEADERS) });
    if (media === 'sse' && body !== null)
      return new Response(this.#carry(body, exchange, signal), { status, headers });
    const answers = text !== '' && this.#crossed(text, exchange, 'json');
    exchange.end();
    if (!answers) exchange.arrive();
    return new Response(text === '' ? null : text, { status, headers });
  }

  /** The body of a stream, piece by piece, until it ends at either end. */
  #carry(
    body: ReadableStream<Uint8Array>,
    exchange: Exchange,
    signal: AbortSignal | null | undefined,
  ): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    const events = new ServerSentEvents();
    // Nothing is on its way before the server's next message.
    if (exchange.call === undefined) exchange.arrive();
    const pump = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      for (;;) {
        const { done, value } = await reader.read();
        if (exchange.state !== 'open') return;
        if (done) break;
        for (const data of events.take(value)) this.#crossed(data, exchange, 'sse');
        controller.enqueue(value);
      }
      exchange.end();
      controller.close();
    };
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        exchange.whenClosed(() => {
          controller.error(signal?.reason);
          reader.cancel().catch(() => {});
        });
        void pump(controller);
      },
      cancel: () => exchange.close(),
    });
  }

  /** A message crosses to the client. True where it is the answer to the exchange's request. */
  #crossed(body: string, exchange: Exchange, via: 'sse' | 'json'): boolean {
    const message = JSON.parse(body) as JSONRPCMessage;
    this.#wire.crossed(message, 's2c', via, { body, exchange: exchange.number });
    return !('method' in message) && this.#byRequest.get(String(message.id)) === exchange;
  }

  #unsent(exchange: Exchange, message: JSONRPCMessage): void {
    if (!('method' in message)) this.#dropped(exchange, 'connection closed', message);
  }

  #dropped(
    { call }: Exchange,
    what: 'response' | 'error' | 'connection closed',
    message: JSONRPCMessage,
  ): void {
    if (call === undefined) return;
    const value = textOf(message);
    this.#tracer.emit('result.dropped', 'server', {
      call,
      where: 'server',
      what,
      ...(value === undefined ? {} : { value }),
    });
  }
}

function chosen(headers: Headers, names: readonly string[]): Record<string, string> {
  const found = names.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(found);
}

/** The text of a result, whichever method it answers. */
function textOf(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const result = message.result as {
    content?: { text?: string }[];
    contents?: { text?: string }[];
    messages?: { content?: { text?: string } }[];
  };
  const parts = result.content ?? result.contents ?? result.messages?.map(({ content }) => content);
  return parts?.map((part) => part?.text ?? '').join('\n');
}
