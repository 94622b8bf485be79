import {
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
  type RequestId,
} from '@modelcontextprotocol/server';
import type { Loop } from '../../../../kernel/index.ts';
import { tellOfUpdates } from '../subscriptions.ts';
import type { Peer, ServerPart } from './peer.ts';
import type { Make, Served } from './served.ts';

/** What a cancelled request of a session is answered with. Source: the Python SDK. */
const REQUEST_CANCELLED = -32800;

/** The 2025 protocol with its sessions, each a server of its own that outlives its connections. */
export class Sessions implements ServerPart {
  readonly #open = new Map<string, Session>();
  readonly #served: Served;
  readonly #json: boolean;
  readonly #loop: Loop;
  #count = 0;

  constructor(served: Served, json: boolean, loop: Loop) {
    this.#served = served;
    this.#json = json;
    this.#loop = loop;
  }

  async fetch(request: Request, peer: Peer, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? await this.#begin() : this.#open.get(id);
    if (session === undefined) return failure(404, -32001, 'Session not found');
    return session.fetch(request, peer, parsedBody);
  }

  /** Only an `initialize` opens the session; the transport refuses anything else. */
  async #begin(): Promise<Session> {
    const name = () => `session-${++this.#count}`;
    const session = new Session(this.#json, name, this.#open, this.#loop);
    await session.connect(this.#served);
    return session;
  }
}

class Session implements ServerPart {
  readonly #json: boolean;
  readonly #loop: Loop;
  readonly #transport: WebStandardStreamableHTTPServerTransport;
  #closed = false;
  #end: () => void = () => {};
  readonly #ended = new Promise<void>((resolve) => (this.#end = resolve));

  constructor(json: boolean, name: () => string, open: Map<string, Session>, loop: Loop) {
    this.#json = json;
    this.#loop = loop;
    this.#transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: name,
      onsessioninitialized: (id) => void open.set(id, this),
      onsessionclosed: (id) => void open.delete(id),
      enableJsonResponse: json,
      keepAliveMs: 0,
    });
  }

  async connect({ make, bus }: Served): Promise<void> {
    const server: McpServer = make((id) => this.#answerCancelled(id));
    tellOfUpdates(server, bus, 'legacy');
    await server.connect(this.#transport);
    server.server.onclose = () => {
      this.#closed = true;
      this.#end();
    };
  }

  async fetch(request: Request, peer: Peer, parsedBody: unknown): Promise<Response> {
    // It asks, and goes on: the session outlives the connection.
    if (!this.#json || request.method === 'GET') peer.whenGone(() => {});
    const answer = this.#transport.handleRequest(request, { parsedBody });
    if (!this.#json || request.method !== 'POST') return answer;
    // The SDK's transport would leave it without an answer.
    const noAnswer = () => failure(500, -32603, 'Error processing request: No response received');
    return Promise.race([answer, this.#ended.then(noAnswer)]);
  }

  /** The request that cancelled it has its own answer first, in the same moment. */
  #answerCancelled(id: RequestId): boolean {
    if (this.#closed) return false;
    const error = { code: REQUEST_CANCELLED, message: 'Request cancelled' };
    const arrived = this.#loop.crossing();
    this.#loop.turn(() => {
      this.#transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
      arrived();
    });
    return true;
  }
}

/** The 2025 protocol without sessions: each request has a server of its own, which knows of no other. */
export class Stateless implements ServerPart {
  readonly #make: Make;
  readonly #json: boolean;

  constructor(make: Make, json: boolean) {
    this.#make = make;
    this.#json = json;
  }

  async fetch(request: Request, peer: Peer, parsedBody: unknown): Promise<Response> {
    if (request.method !== 'POST') return failure(405, -32000, 'Method not allowed.');
    const server = this.#make();
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: this.#json,
      keepAliveMs: 0,
    });
    await server.connect(transport);
    if (!this.#json) peer.whenGone(() => void server.close());
    return transport.handleRequest(request, { parsedBody });
  }
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
}
