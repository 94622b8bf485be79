import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
} from '@modelcontextprotocol/server';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { HttpServer } from '../transports/http/peer.ts';

export interface Listening {
  url: string;
  close(): Promise<void>;
}

/** Serve on a free port of this machine, to this machine's names alone. */
export async function listen(server: HttpServer): Promise<Listening> {
  const node = createServer((request, response) => {
    answer(server, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const { port } = node.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: async () => {
      node.closeAllConnections();
      await new Promise((resolve) => node.close(resolve));
    },
  };
}

async function answer(
  server: HttpServer,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const request = requestOf(incoming);
  const peer = {
    whenGone: (then: () => void) =>
      void outgoing.once('close', () => {
        if (!outgoing.writableFinished) then();
      }),
  };
  const response =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    (await server.fetch(request, peer));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) return void outgoing.end();
  outgoing.flushHeaders();
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  outgoing.once('close', () => body.destroy());
  body.on('error', () => {}); // The client has left in mid-stream.
  body.pipe(outgoing);
}

function requestOf(incoming: IncomingMessage): Request {
  const { method = 'GET', headers } = incoming;
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const body = method === 'POST' ? (Readable.toWeb(incoming) as ReadableStream) : null;
  return new Request(`http://${headers.host}${incoming.url}`, {
    method,
    headers: pairs,
    body,
    ...(body === null ? {} : { duplex: 'half' }),
  } as RequestInit);
}
