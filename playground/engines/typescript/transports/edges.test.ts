import {
  Client,
  StreamableHTTPClientTransport,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, test } from 'vitest';
import { sleep, waitForPromise, type Operation } from '../../../kernel/index.ts';
import type { EventOf, Kind, TraceEvent } from '../../../trace/event.ts';
import { BytePipe, LineTransport } from './lines.ts';
import { officialServer } from './official.ts';
import { modern, openSession, rawClients, served, type RawClient, type Served } from './testing.ts';
import { Wire } from './wire.ts';

const ORDER = `
import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';
const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();
mcp.tool('order', { inputSchema: { title: z.string() } }, async ({ title }) => {
  holds.add(title);
  try {
    await sleep(1);
    return title;
  } finally {
    holds.delete(title);
  }
});
`;

const of = <K extends Kind>(events: TraceEvent[], kind: K): EventOf<K>[] =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

/** How each handler ended, in order: "0.5 cancelled". */
const endings = (events: TraceEvent[]): string[] =>
  of(events, 'handler.exit').map(({ t, outcome }) => `${t} ${outcome}`);

const order = (id: string | number, title = 'Dune') => ({
  id,
  method: 'tools/call',
  params: { name: 'order', arguments: { title } },
});
const cancelled = (params: unknown) => ({ method: 'notifications/cancelled', params });

/** Cancels that are about nothing. */
const VOID: [string, unknown][] = [
  ['an unknown id', { requestId: 99 }],
  ['an id of another type', { requestId: '7' }],
  ['an id that is no id', { requestId: { id: 7 } }],
  ['no id', { reason: 'no id' }],
  ['no params', undefined],
  ['a list', [7]],
];

describe('over HTTP, in a session', () => {
  const inSession = (
    body: (client: RawClient, headers: Record<string, string>, served: Served) => Operation<void>,
  ) =>
    served(ORDER, function* (world) {
      const [client] = rawClients(world, 1);
      yield* body(client!, yield* openSession(client!), world);
    });

  test.each(VOID)('a cancel with %s is accepted and changes nothing', async (_, params) => {
    const events = await inSession(function* (client, headers) {
      const call = client.send(order(7), headers);
      yield* sleep(0.5);
      const response = yield* client.post(cancelled(params), headers);
      expect(response.status).toBeLessThan(500);
      const { text } = yield* waitForPromise(call.reply);
      expect(text).toContain('"text":"Dune"');
    });
    expect(endings(events)).toEqual(['1 returned']);
  });

  test('a cancel for a call that has ended changes nothing, and the next call is answered', async () => {
    const events = await inSession(function* (client, headers) {
      const call = client.send(order(7), headers);
      yield* waitForPromise(call.reply);
      expect((yield* client.post(cancelled({ requestId: 7 }), headers)).status).toBe(202);
      const next = client.send(order(8, 'Emma'), headers);
      const { text } = yield* waitForPromise(next.reply);
      expect(text).toContain('"text":"Emma"');
    });
    expect(endings(events)).toEqual(['1 returned', '2 returned']);
  });

  test.each([7, 'seven'])('the id %s is cancelled under its own name', async (id) => {
    const events = await inSession(function* (client, headers) {
      const call = client.send(order(id), headers);
      yield* sleep(0.5);
      yield* client.post(cancelled({ requestId: id }), headers);
      const { text } = yield* waitForPromise(call.reply);
      expect(text).toContain(`"id":${JSON.stringify(id)}`);
      expect(text).toContain('"code":-32800');
    });
    expect(endings(events)).toEqual(['0.5 cancelled']);
  });

  test('two cancels of one call are one', async () => {
    const events = await inSession(function* (client, headers) {
      const call = client.send(order(7), headers);
      yield* sleep(0.5);
      for (const reason of ['first', 'second'])
        yield* client.post(cancelled({ requestId: 7, reason }), headers);
      const { text } = yield* waitForPromise(call.reply);
      expect(text.match(/data:/g)).toHaveLength(1);
    });
    expect(endings(events)).toEqual(['0.5 cancelled']);
  });

  test('what is no JSON is refused, and the session goes on', async () => {
    const events = await inSession(function* (client, headers) {
      const broken = client.send({ jsonrpc: '1.0', method: 5 }, headers);
      expect((yield* waitForPromise(broken.reply)).status).toBe(400);
      const call = client.send(order(8), headers);
      const { text } = yield* waitForPromise(call.reply);
      expect(text).toContain('"text":"Dune"');
    });
    expect(endings(events)).toEqual(['1 returned']);
  });

  test('two clients use the same id, and only the one that cancels is cancelled', async () => {
    const events = await served(ORDER, function* (world) {
      const [one, other] = rawClients(world, 2) as [RawClient, RawClient];
      const headers = [yield* openSession(one), yield* openSession(other)] as const;
      expect(headers[0]['mcp-session-id']).not.toBe(headers[1]['mcp-session-id']);
      one.send(order(7), headers[0]);
      yield* world.loop.arrivals();
      const stays = other.send(order(7, 'Emma'), headers[1]);
      yield* sleep(0.5);
      yield* one.post(cancelled({ requestId: 7 }), headers[0]);
      const { text } = yield* waitForPromise(stays.reply);
      expect(text).toContain('"text":"Emma"');
    });
    expect(endings(events)).toEqual(['0.5 cancelled', '1 returned']);
  });
});

describe('over HTTP, 2026', () => {
  test('a cancel that is POSTed by hand is accepted and ignored', async () => {
    const events = await served(ORDER, function* (world) {
      const [client] = rawClients(world, 1) as [RawClient];
      const { message, headers } = modern('tools/call', order(7).params, 7);
      const call = client.send(message, headers);
      yield* sleep(0.5);
      const cancel = modern('notifications/cancelled', { requestId: 7 }, 0);
      const { id: _, ...notification } = cancel.message;
      expect((yield* client.post(notification, cancel.headers)).status).toBe(202);
      const { text } = yield* waitForPromise(call.reply);
      expect(text).toContain('"text":"Dune"');
    });
    expect(endings(events)).toEqual(['1 returned']);
  });

  test('two clients use the same id, and only the one that closes its connection is cancelled', async () => {
    const events = await served(ORDER, function* (world) {
      const [one, other] = rawClients(world, 2) as [RawClient, RawClient];
      const first = modern('tools/call', order(7).params, 7);
      const second = modern('tools/call', order(7, 'Emma').params, 7);
      const leaves = one.send(first.message, first.headers);
      yield* world.loop.arrivals();
      const stays = other.send(second.message, second.headers);
      yield* sleep(0.5);
      leaves.close();
      const { text } = yield* waitForPromise(stays.reply);
      expect(text).toContain('"text":"Emma"');
    });
    expect(endings(events)).toEqual(['0.5 cancelled', '1 returned']);
  });
});

describe('over stdio', () => {
  /** A server at the other end of a line, and all that it writes. */
  function* line({ serving, tracer, loop }: Served): Operation<{
    send(message: object): void;
    heard: JSONRPCMessage[];
  }> {
    const [up, down] = [new BytePipe(), new BytePipe()];
    const heardOf = { sent: () => loop.hostHeard() };
    const client = new LineTransport(down, up, heardOf);
    const heard: JSONRPCMessage[] = [];
    client.onmessage = (message) => heard.push(message);
    yield* waitForPromise(client.start());
    serveStdio(() => officialServer(serving, new Wire(tracer)), {
      transport: new LineTransport(up, down, heardOf),
    });
    const send = (message: object) => void client.send({ jsonrpc: '2.0', ...message } as never);
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    send({ id: 'init', method: 'initialize', params });
    send({ method: 'notifications/initialized' });
    return { send, heard };
  }

  test.each(VOID)('a cancel with %s is ignored', async (_, params) => {
    const events = await served(ORDER, function* (world) {
      const { send, heard } = yield* line(world);
      yield* sleep(0);
      send(order(7));
      yield* sleep(0.5);
      send(cancelled(params));
      yield* sleep(1);
      expect(heard.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: 'Dune' }] } });
    });
    expect(endings(events)).toEqual(['1 returned']);
  });

  test.each([7, 'seven'])(
    'the id %s is cancelled under its own name, and gets no answer',
    async (id) => {
      const events = await served(ORDER, function* (world) {
        const { send, heard } = yield* line(world);
        yield* sleep(0);
        send(order(id));
        yield* sleep(0.5);
        send(cancelled({ requestId: id }));
        yield* sleep(1);
        expect(heard.filter((message) => 'id' in message && message.id === id)).toEqual([]);
      });
      expect(endings(events)).toEqual(['0.5 cancelled']);
    },
  );
});

describe('initialize is never cancelled', () => {
  /** A client whose connect is given up once its first message has been sent. */
  async function giveUpOn(
    connect: (
      client: Client,
      signal: AbortSignal,
      sent: (message: JSONRPCMessage) => void,
    ) => Promise<void>,
  ): Promise<unknown[]> {
    const client = new Client(
      { name: 'Reader', version: '1' },
      { versionNegotiation: { mode: 'legacy' } },
    );
    const giveUp = new AbortController();
    const methods: unknown[] = [];
    const begun = Promise.withResolvers<void>();
    const connected = connect(client, giveUp.signal, (message) => {
      methods.push('method' in message && message.method);
      begun.resolve();
    });
    await begun.promise;
    giveUp.abort('too slow');
    await expect(connected).rejects.toThrow('too slow');
    return methods;
  }

  test('over stdio', async () => {
    const methods = await giveUpOn((client, signal, sent) => {
      const transport = new LineTransport(new BytePipe(), new BytePipe(), { sent });
      return client.connect(transport, { signal });
    });
    expect(methods).toEqual(['initialize']);
  });

  test('over HTTP', async () => {
    const methods = await giveUpOn((client, signal, sent) => {
      const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
        fetch: (_, init) => {
          sent(JSON.parse(init!.body as string) as JSONRPCMessage);
          return new Promise(() => {});
        },
      });
      return client.connect(transport, { signal });
    });
    expect(methods).toEqual(['initialize']);
  });
});
