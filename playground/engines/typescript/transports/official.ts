import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { ServerContext } from '@modelcontextprotocol/server';
import type { Reach } from '../context.ts';
import type { Answer } from '../request.ts';
import type { Registration } from '../server.ts';
import type { Request, Serving } from '../serving.ts';
import type { Wire } from './wire.ts';

/** The official SDK's server, with the program's handlers behind it, for a wire to connect to. */
export function officialServer(serving: Serving, wire: Wire): McpServer {
  const server = new McpServer({ name: serving.server.name, version: '1.0.0' });
  for (const registration of serving.server.registrations)
    register(server, registration, serving, wire);
  return server;
}

function register(
  server: McpServer,
  registration: Registration,
  serving: Serving,
  wire: Wire,
): void {
  const { method, name, description, schema } = registration;
  const apart = (target: string, args: unknown, context: ServerContext) =>
    serving.apart(
      registration,
      request(method, target, args, context, wire),
      context.mcpReq.signal,
    );

  switch (method) {
    case 'tools/call':
      server.registerTool(name, { description, inputSchema: schema }, async (args, context) => {
        const { text, isError } = sent(await apart(name, args, context));
        return { content: [{ type: 'text', text }], ...(isError ? { isError } : {}) };
      });
      return;
    case 'prompts/get':
      server.registerPrompt(name, { description, argsSchema: schema }, async (args, context) => {
        const { text } = sent(await apart(name, args, context));
        return { messages: [{ role: 'user', content: { type: 'text', text } }] };
      });
      return;
    case 'resources/read': {
      const template = new ResourceTemplate(name, { list: undefined });
      server.registerResource(name, template, { description }, async (uri, variables, context) => {
        const { text } = sent(await apart(uri.href, variables, context));
        return { contents: [{ uri: uri.href, mimeType: 'text/plain', text }] };
      });
      return;
    }
  }
}

/** A cancelled request has no answer; what stands in for it is dropped by the SDK, whose signal is aborted. */
const sent = (answer: Answer | undefined): Answer => answer ?? { text: '', isError: true };

function request(
  method: Registration['method'],
  target: string,
  args: unknown,
  { mcpReq }: ServerContext,
  wire: Wire,
): Request {
  const token = (mcpReq._meta as { progressToken?: string | number } | undefined)?.progressToken;
  const progress: Reach['progress'] =
    token === undefined
      ? null
      : (done, total, message) =>
          mcpReq.notify({
            method: 'notifications/progress',
            params: {
              progressToken: token,
              progress: done,
              ...(total === undefined ? {} : { total }),
              ...(message === undefined ? {} : { message }),
            },
          });
  const requestId = String(mcpReq.id);
  const call = wire.callOf(mcpReq.id);
  return { method, target, arguments: args, call, reach: { requestId, progress } };
}
