import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { waitForPromise, type Operation } from '../../../kernel/index.ts';
import type { Era } from '../../engine.ts';
import { httpServer } from './http/httpServer.ts';
import { BytePipe, LineTransport } from './lines.ts';
import { officialServer } from './official.ts';
import { serveLines } from './stdio.ts';
import { served, type Served } from './testing.ts';
import { Wire } from './wire.ts';

/** What a server says by itself: the lines of its log, and which resources have changed. */

const SHELF = `
import { MCPServer } from 'mcp';
const mcp = new MCPServer('Shelf');
mcp.resource('shelf://{name}', {}, async ({ name }) => name);
mcp.tool('put', {}, async (args, ctx) => {
  await ctx.debug('looking');
  await ctx.info({ put: 'Dune' }, { logger: 'shelf' });
  await ctx.notifyResourceUpdated('shelf://scifi');
  await ctx.notifyResourceUpdated('shelf://crime');
  return 'put';
});
`;

const WIRES = ['stdio', 'http'] as const;
const ERAS: readonly Era[] = ['legacy', 'modern'];
const everyWire = WIRES.flatMap((wire) => ERAS.map((era) => ({ wire, era })));

/** The official client, connected to the program's server, and what it was told, in order. */
function* connected(
  wire: (typeof WIRES)[number],
  era: Era,
  { serving, tracer, loop }: Served,
): Operation<{ client: Client; told: string[] }> {
  const client = new Client(
    { name: 'Reader', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  const told: string[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => {
    told.push(`${params.level} ${JSON.stringify(params.data)} ${params.logger ?? ''}`.trim());
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.push(params.uri);
  });
  const traced = new Wire(tracer);
  if (wire === 'stdio') {
    const [up, down] = [new BytePipe(), new BytePipe()];
    serveLines(serving, traced, new LineTransport(up, down));
    yield* waitForPromise(client.connect(new LineTransport(down, up)), 'connect');
  } else {
    const make = () => officialServer(serving, traced);
    const switches = { json_response: false, stateless_http: false };
    const server = httpServer({ make, bus: serving.bus }, switches, loop);
    let open = () => {};
    const standing = new Promise<void>((resolve) => (open = resolve));
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost:8000/mcp'), {
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const response = await server.fetch(request, {
          whenGone: (then) => request.signal.addEventListener('abort', then),
        });
        if (request.method === 'GET') open();
        return response;
      },
    });
    yield* waitForPromise(client.connect(transport), 'connect');
    // A client of 2025 says that it is connected before its standing stream is open.
    if (era === 'legacy') yield* waitForPromise(standing, 'standing stream');
  }
  return { client, told };
}

/** Play `body` and resolve to what the client was told. */
async function toldOf(
  wire: (typeof WIRES)[number],
  era: Era,
  body: (client: Client, told: string[]) => Promise<unknown>,
): Promise<string[]> {
  let heard: string[] = [];
  await served(SHELF, function* (all) {
    const { client, told } = yield* connected(wire, era, all);
    heard = told;
    yield* waitForPromise(body(client, told), 'body');
    // What was sent before the answer to one more call has arrived by then.
    yield* waitForPromise(client.listTools(), 'barrier');
    yield* waitForPromise(client.close(), 'close');
  });
  return heard;
}

const put = { name: 'put', arguments: {} };
const INFO = 'info {"put":"Dune"} shelf';

describe('the log', () => {
  test.each(WIRES)('is sent to a client of 2025 whole, over %s', async (wire) => {
    const told = await toldOf(wire, 'legacy', (client) => client.callTool(put));
    expect(told).toEqual(['debug "looking"', INFO]);
  });

  test.each(WIRES)(
    'is sent from the level that a client of 2025 has set, over %s',
    async (wire) => {
      const told = await toldOf(wire, 'legacy', async (client) => {
        await client.setLoggingLevel('info');
        await client.callTool(put);
      });
      expect(told).toEqual([INFO]);
    },
  );

  test.each(WIRES)(
    'is sent to a client of 2026 only where it asked for it, over %s',
    async (wire) => {
      const asks = { 'io.modelcontextprotocol/logLevel': 'info' };
      const told = await toldOf(wire, 'modern', async (client) => {
        await client.callTool(put);
        await client.callTool({ ...put, _meta: asks });
      });
      expect(told).toEqual([INFO]);
    },
  );
});

describe('a resource that has changed', () => {
  const updates = (told: string[]) => told.filter((line) => line.startsWith('shelf:'));
  /** Updates travel on a stream of their own, beside the answer. */
  const oneUpdate = async (told: string[]) => {
    while (updates(told).length === 0) await new Promise(setImmediate);
  };

  test.each(everyWire)(
    'is told to nobody who has not asked: $wire, $era',
    async ({ wire, era }) => {
      const told = await toldOf(wire, era, (client) => client.callTool(put));
      expect(updates(told)).toEqual([]);
    },
  );

  test.each(WIRES)('is told to who has subscribed, until that ends: %s, legacy', async (wire) => {
    const told = await toldOf(wire, 'legacy', async (client, told) => {
      await client.subscribeResource({ uri: 'shelf://scifi' });
      await client.callTool(put);
      await oneUpdate(told);
      await client.unsubscribeResource({ uri: 'shelf://scifi' });
      await client.callTool(put);
    });
    expect(updates(told)).toEqual(['shelf://scifi']);
  });

  test.each(WIRES)('is told to who listens, until that ends: %s, modern', async (wire) => {
    const told = await toldOf(wire, 'modern', async (client, told) => {
      const listening = await client.listen({ resourceSubscriptions: ['shelf://crime'] });
      await client.callTool(put);
      await oneUpdate(told);
      await listening.close();
      await client.callTool(put);
    });
    expect(updates(told)).toEqual(['shelf://crime']);
  });
});
