import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type {
  ContentBlock,
  Implementation,
  JSONRPCMessage,
  RequestId,
  ServerContext,
  ServerOptions,
  Transport,
} from '@modelcontextprotocol/server';
import type { Reach } from '../context.ts';
import type { Answer } from '../request.ts';
import type { Registration } from '../server.ts';
import type { Request, Serving } from '../serving.ts';
import { tapReceived } from './http/tap.ts';
import type { Wire } from './wire.ts';

/** Sees each message at the server's end of a connection. */
export interface ServerTap {
  received(message: JSONRPCMessage): void;
  sent(message: JSONRPCMessage): void;
}

export interface OfficialServerOptions {
  tap?: ServerTap;
  /** Sends an error in the place of what a cancelled handler gave; false where it could not. */
  instead?: ((id: RequestId) => boolean) | undefined;
}

/** The official SDK's server, with the program's handlers behind it, for a wire to connect to. */
export function officialServer(
  serving: Serving,
  wire: Wire,
  options: OfficialServerOptions = {},
): McpServer {
  const info = { name: serving.server.name, version: '1.0.0' };
  const { registrations } = serving.server;
  const subscribe = registrations.some(({ method }) => method === 'resources/read');
  const capabilities = { logging: {}, ...(subscribe ? { resources: { subscribe } } : {}) };
  const server =
    options.tap === undefined
      ? new McpServer(info, { capabilities })
      : new Tapped(info, { capabilities }, options.tap);
  for (const registration of registrations) register(server, registration, serving, wire, options);
  return server;
}

class Tapped extends McpServer {
  readonly #tap: ServerTap;

  constructor(info: Implementation, options: ServerOptions, tap: ServerTap) {
    super(info, options);
    this.#tap = tap;
  }

  override async connect(transport: Transport): Promise<void> {
    tapReceived(transport, (message) => this.#tap.received(message));
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      this.#tap.sent(message);
      return send(message, options);
    };
    await super.connect(transport);
  }
}

function register(
  server: McpServer,
  registration: Registration,
  serving: Serving,
  wire: Wire,
  options: OfficialServerOptions,
): void {
  const { method, name, description, schema } = registration;
  const apart = (target: string, args: unknown, context: ServerContext) =>
    serving.apart(
      registration,
      request(method, target, args, context, wire, options),
      context.mcpReq.signal,
    );

  switch (method) {
    case 'tools/call':
      server.registerTool(name, { description, inputSchema: schema }, async (args, context) => {
        const answer = sent(await apart(name, args, context));
        return { content: blocks(answer), ...(answer.isError ? { isError: true } : {}) };
      });
      return;
    case 'prompts/get':
      server.registerPrompt(name, { description, argsSchema: schema }, async (args, context) => {
        const answer = sent(await apart(name, args, context));
        return { messages: blocks(answer).map((content) => ({ role: 'user', content })) };
      });
      return;
    case 'resources/read': {
      const mimeType = registration.mimeType ?? 'text/plain';
      const read = async ({ href: uri }: URL, variables: unknown, context: ServerContext) => {
        const answer = sent(await apart(uri, variables, context));
        const [part] = blocks(answer);
        const blob = part?.type === 'resource' && 'blob' in part.resource && part.resource.blob;
        const body = typeof blob === 'string' ? { blob } : { text: answer.text };
        return { contents: [{ uri, mimeType, ...body }] };
      };
      const about = { description, mimeType };
      if (!name.includes('{'))
        server.registerResource(name, name, about, (uri, context) => read(uri, {}, context));
      else
        server.registerResource(name, new ResourceTemplate(name, { list: undefined }), about, read);
      return;
    }
  }
}

/** A cancelled request has no answer; what stands in for it is dropped by the SDK, whose signal is aborted. */
const sent = (answer: Answer | undefined): Answer => answer ?? { text: '', isError: true };

const blocks = ({ content, text }: Answer): ContentBlock[] => content ?? [{ type: 'text', text }];

function request(
  method: Registration['method'],
  target: string,
  args: unknown,
  { mcpReq }: ServerContext,
  wire: Wire,
  { instead }: OfficialServerOptions,
): Request {
  const token = (mcpReq._meta as { progressToken?: string | number } | undefined)?.progressToken;
  const progress: Reach['progress'] =
    token === undefined
      ? null
      : async (done, total, message) => {
          const params = {
            progressToken: token,
            progress: done,
            ...(total === undefined ? {} : { total }),
            ...(message === undefined ? {} : { message }),
          };
          await unlessGone(mcpReq.notify({ method: 'notifications/progress', params }));
        };
  const message: Reach['message'] = (level, data, logger) =>
    unlessGone(mcpReq.log(level, data, logger));
  /** Where the connection went with the request, nobody is left to be told: no error of the handler. */
  const unlessGone = (telling: Promise<void>): Promise<void> =>
    telling.catch((error: unknown) => {
      if (!mcpReq.signal.aborted) throw error;
    });
  // A request that is cancelled asks nothing any more.
  const ask: Reach['ask'] = (method, params) =>
    mcpReq.send({ method, params } as never, { signal: mcpReq.signal });
  const requestId = String(mcpReq.id);
  const call = wire.callOf(mcpReq.id);
  return {
    method,
    target,
    arguments: args,
    call,
    reach: { requestId, progress, message, ask },
    ...(instead === undefined ? {} : { instead: () => instead(mcpReq.id) }),
  };
}
