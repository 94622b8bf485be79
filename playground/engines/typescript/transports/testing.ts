/** For tests: a program served over a transport, and whatever messages a test makes up. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { Loop, VirtualClock, waitForPromise, type Operation } from '../../../kernel/index.ts';
import type { TraceEvent } from '../../../trace/event.ts';
import type { HttpChoice } from '../../engine.ts';
import { Observation } from '../observe.ts';
import { build } from '../build.ts';
import { Serving } from '../serving.ts';
import { compiled } from '../testProgram.ts';
import { Tracer } from '../tracer.ts';
import { httpServer } from './http/httpServer.ts';
import type { Make } from './http/served.ts';
import { Network } from './http/network.ts';
import { officialServer } from './official.ts';
import { Wire } from './wire.ts';

export interface Served {
  serving: Serving;
  tracer: Tracer;
  loop: Loop;
}

/** Run `body` beside the program's server, on a virtual clock; resolves to what the trace holds then. */
export async function served(
  source: string,
  body: (served: Served) => Operation<void>,
): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  const clock = new VirtualClock();
  const tracer = new Tracer(
    () => clock.now(),
    (batch) => events.push(...batch),
  );
  const observation = new Observation(tracer, clock);
  const loop = new Loop({ clock, observer: observation });
  await loop.run(function* () {
    const server = yield* build(compiled(source), loop, observation);
    const serving = new Serving(server, loop, observation, tracer);
    tracer.begin();
    yield* body({ serving, tracer, loop });
  });
  tracer.end();
  return events;
}

/** What came back for a POST. */
export interface Reply {
  status: number;
  headers: Headers;
  /** The whole body, once it has ended. */
  text: string;
}

/** A client that POSTs what it is told to. */
export interface RawClient {
  post(message: object, headers?: Record<string, string>): Operation<Reply>;
  /** As `post`, without waiting; `close` closes the connection. */
  send(message: object, headers?: Record<string, string>): { reply: Promise<Reply>; close(): void };
}

type Switches = Partial<Pick<HttpChoice, 'json_response' | 'stateless_http'>>;

/** Some clients of one HTTP server, which know nothing of each other. */
export function rawClients(
  { serving, tracer, loop }: Served,
  count: number,
  switches: Switches = {},
): RawClient[] {
  const wire = new Wire(tracer);
  const networks = Array.from({ length: count }, () => new Network(wire, tracer, loop));
  /** Whose request a new server is for: of two sent at once, the first must have arrived. */
  let sender = networks[0]!;
  const options = { json_response: false, stateless_http: false, ...switches };
  const make: Make = (instead) => officialServer(serving, wire, { tap: sender.serverTap, instead });
  const server = httpServer({ make, bus: serving.bus }, options, loop);
  return networks.map((network) => {
    const fetch = network.to(server);
    const send: RawClient['send'] = (message, headers = {}) => {
      const closing = new AbortController();
      sender = network;
      const reply = fetch('http://localhost:8000/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        signal: closing.signal,
      }).then(async (response): Promise<Reply> => {
        const text = await response.text();
        // Whatever it says, it has arrived.
        if ('id' in message) network.received({ id: message.id } as JSONRPCMessage);
        return { status: response.status, headers: response.headers, text };
      });
      reply.catch(() => {});
      return { reply, close: () => closing.abort() };
    };
    return {
      send,
      post: (message, headers) => waitForPromise(send(message, headers).reply, 'reply'),
    };
  });
}

/** Open a session of the 2025 protocol; returns the headers of what is sent in it. */
export function* openSession(client: RawClient): Operation<Record<string, string>> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  const response = yield* client.post({ id: 'init', method: 'initialize', params });
  const session = response.headers.get('mcp-session-id')!;
  const headers = { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' };
  yield* client.post({ method: 'notifications/initialized' }, headers);
  return headers;
}

/** What a request of the 2026 protocol says about itself, with its headers. */
export function modern(method: string, params: Record<string, unknown>, id: string | number) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const name = params['name'] ?? params['uri'];
  return {
    message: { id, method, params: { ...params, _meta: meta } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': String(name) }),
    },
  };
}
