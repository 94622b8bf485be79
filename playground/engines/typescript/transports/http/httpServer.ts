import {
  createMcpHandler,
  isLegacyRequest,
  type CreateMcpHandlerOptions,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { Loop } from '../../../../kernel/index.ts';
import type { HttpChoice } from '../../../engine.ts';
import { lateStream } from './lateStream.ts';
import type { HttpServer } from './peer.ts';
import type { Served } from './served.ts';
import { Sessions, Stateless } from './sessions.ts';

type Switches = Pick<HttpChoice, 'json_response' | 'stateless_http'>;

/**
 * Streamable HTTP as the guide states it, which is as the Python SDK serves it, made of the TypeScript SDK's
 * parts. Where the parts differ from that is in `content/differences.ts`.
 */
export function httpServer(served: Served, switches: Switches, loop: Loop): HttpServer {
  const { json_response, stateless_http } = switches;
  const modern = handler(served, json_response, { legacy: 'reject' });
  const legacy = stateless_http
    ? new Stateless(served.make, json_response)
    : new Sessions(served, json_response, loop);
  return {
    fetch: async (sent, peer) => {
      const [request, parsedBody] = await read(sent);
      if (await isLegacyRequest(request, parsedBody))
        return legacy.fetch(request, peer, parsedBody);
      // A response in one piece is written at the end, and nobody looks before.
      if (json_response || parsedBody === undefined) return modern.fetch(request, { parsedBody });
      const gone = new AbortController();
      peer.whenGone(() => gone.abort());
      const { url, method, headers } = request;
      const watched = new Request(url, { method, headers, signal: gone.signal });
      return lateStream(modern.fetch(watched, { parsedBody }), loop);
    },
  };
}

/** Streamable HTTP as the TypeScript SDK serves it by itself. */
export function sdkServer(served: Served, { json_response }: Switches): HttpServer {
  const own = handler(served, json_response);
  return {
    fetch: (request, peer) => {
      const gone = new AbortController();
      peer.whenGone(() => gone.abort());
      return own.fetch(new Request(request, { signal: gone.signal }));
    },
  };
}

/** A body is read once, which costs most of a request. What is no JSON is left for the SDK to refuse. */
async function read(request: Request): Promise<[Request, unknown]> {
  if (request.method !== 'POST') return [request, undefined];
  const body = await request.text();
  try {
    return [request, JSON.parse(body)];
  } catch {
    const { url, method, headers } = request;
    return [new Request(url, { method, headers, body }), undefined];
  }
}

function handler(
  { make, bus }: Served,
  json: boolean,
  more: CreateMcpHandlerOptions = {},
): McpHttpHandler {
  const { warn } = console;
  // The SDK warns that JSON drops progress. That is known here, and would be said in every run.
  if (json) console.warn = () => {};
  try {
    const responseMode = json ? 'json' : 'auto';
    return createMcpHandler(() => make(), { responseMode, keepAliveMs: 0, bus, ...more });
  } finally {
    console.warn = warn;
  }
}
