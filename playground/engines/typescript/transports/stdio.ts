import { Client } from '@modelcontextprotocol/client';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { currentLoop, currentTime, waitForPromise, type Operation } from '../../../kernel/index.ts';
import type { Era } from '../../engine.ts';
import { OwnScope } from '../ownScope.ts';
import type { Serving } from '../serving.ts';
import type { Tracer } from '../tracer.ts';
import type { Connection } from './connection.ts';
import { BytePipe, LineTransport } from './lines.ts';
import { officialServer } from './official.ts';
import { SdkConnection } from './sdkConnection.ts';
import { tellOfUpdates } from './subscriptions.ts';
import { Wire } from './wire.ts';

/** Client and server of the official SDK, with two pipes between them as between two processes. */
export function* connectStdio(serving: Serving, era: Era, tracer: Tracer): Operation<Connection> {
  const loop = currentLoop();
  const wire = new Wire(tracer);
  const [up, down] = [new BytePipe(), new BytePipe()];
  const clientEnd = new LineTransport(down, up, {
    sent: (message) => {
      loop.hostHeard();
      wire.crossed(message, 'c2s', 'stream');
    },
    received: (message) => wire.crossed(message, 's2c', 'stream'),
  });
  const serverEnd = new LineTransport(up, down, {
    sent: () => loop.hostHeard(),
    received: (message) => wire.read(message),
  });
  serveLines(serving, wire, serverEnd);
  const client = new Client(
    { name: 'Reader', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'modern' ? 'auto' : 'legacy' } },
  );
  yield* waitForPromise(client.connect(clientEnd), 'connect');
  return new SdkConnection(client, wire, tracer, { left: () => untilKilled(serving) });
}

/** The official SDK's server at its end of the pipes, for a client of either era. */
export function serveLines(serving: Serving, wire: Wire, transport: LineTransport): void {
  serveStdio(
    ({ era }) => {
      const server = officialServer(serving, wire);
      tellOfUpdates(server, serving.bus, era);
      return server;
    },
    { transport },
  );
}

/** Seconds that a client waits for the server's process to end by itself before it kills it. */
const PATIENCE = 2;

/** The server's input has ended, which cancels its handlers; the process does not live long after that. */
function* untilKilled(serving: Serving): Operation<'closed' | 'killed'> {
  const scope = new OwnScope({ deadline: currentTime() + PATIENCE });
  yield* scope.run(() => serving.idle());
  return scope.cancelledCaught ? 'killed' : 'closed';
}
