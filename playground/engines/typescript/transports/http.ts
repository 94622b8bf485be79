import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { currentLoop, waitForPromise, type Operation } from '../../../kernel/index.ts';
import type { HttpChoice } from '../../engine.ts';
import type { Serving } from '../serving.ts';
import type { Tracer } from '../tracer.ts';
import type { Connection } from './connection.ts';
import { httpServer, sdkServer } from './http/httpServer.ts';
import type { Make } from './http/served.ts';
import { Network } from './http/network.ts';
import { provideRandomUuid } from './http/randomUuid.ts';
import { tapReceived } from './http/tap.ts';
import { officialServer } from './official.ts';
import { SdkConnection } from './sdkConnection.ts';
import { Wire } from './wire.ts';

/** An address for headers and logs: nothing is ever sent there. */
const ADDRESS = new URL('http://localhost:8000/mcp');

/** Client and server of the official SDK, with HTTP requests between them that leave no worker. */
export function* connectHttp(
  serving: Serving,
  choice: HttpChoice,
  tracer: Tracer,
): Operation<Connection> {
  provideRandomUuid(crypto);
  const loop = currentLoop();
  const wire = new Wire(tracer);
  const network = new Network(wire, tracer, loop);
  const make: Make = (instead) =>
    officialServer(serving, wire, { tap: network.serverTap, instead });
  const served = { make, bus: serving.bus };
  const server =
    choice.served_by === 'sdk' ? sdkServer(served, choice) : httpServer(served, choice, loop);
  const transport = new StreamableHTTPClientTransport(ADDRESS, {
    fetch: network.to(server),
    // A stream that the server closes stays closed: a run has no second connection.
    reconnectionScheduler: () => {},
  });
  tapReceived(transport, (message) => network.received(message));
  const modern = choice.era === 'modern';
  const client = new Client(
    { name: 'Reader', version: '1.0.0' },
    { versionNegotiation: { mode: modern ? 'auto' : 'legacy' } },
  );
  yield* waitForPromise(client.connect(transport), 'connect');
  return new SdkConnection(client, wire, tracer, {
    goodbye: () => transport.terminateSession(),
    // A modern client closes the response instead, and that is done.
    ...(modern ? { again: () => {} } : {}),
    settled: () => loop.arrivals(),
    left: function* () {
      return 'closed';
    },
  });
}
