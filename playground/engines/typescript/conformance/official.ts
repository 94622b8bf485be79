import {
  completable,
  McpServer,
  ResourceTemplate,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { HttpServer } from '../transports/http/peer.ts';
import * as everything from './everything.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/**
 * The suite's server on the official SDK alone, sessions and all. It asks the client by `send`, over the
 * call's own stream: `elicitInput` and `requestSampling` take the standing one, and where that is not open
 * yet, nobody is asked and the call waits for a minute.
 */
export function official(): HttpServer {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  return {
    fetch: async (request) => {
      const id = request.headers.get('mcp-session-id');
      const open = id === null ? undefined : sessions.get(id);
      if (open !== undefined) return open.handleRequest(request);
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void sessions.set(session, transport),
      });
      await build().connect(transport);
      return transport.handleRequest(request);
    },
  };
}

function build(): McpServer {
  const mcp = new McpServer(
    { name: 'Everything', version: '1.0.0' },
    { capabilities: { logging: {}, resources: { subscribe: true } } },
  );
  const about = (what: string) => ({ description: `The suite's ${what}.` });
  for (const [name, content] of Object.entries(everything.CONTENT))
    mcp.registerTool(name, about(name), async () => ({ content: [...content] }));
  mcp.registerTool('test_error_handling', about('error'), async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  mcp.registerTool('test_tool_with_progress', about('progress'), async ({ mcpReq }) => {
    const { progressToken } = mcpReq._meta as { progressToken: string };
    for (const progress of [0, 50, 100]) {
      const params = { progressToken, progress, total: 100 };
      await mcpReq.notify({ method: 'notifications/progress', params });
      await pause();
    }
    return text('done');
  });
  mcp.registerTool('test_tool_with_logging', about('log lines'), async ({ mcpReq }) => {
    for (const step of ['started', 'processing', 'completed']) {
      await mcpReq.log('info', `Tool ${step}`);
      await pause();
    }
    return text('done');
  });
  mcp.registerTool(
    'test_sampling',
    { ...about('sampling'), inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, { mcpReq }) => {
      const messages = [
        { role: 'user' as const, content: { type: 'text' as const, text: prompt } },
      ];
      const params = { messages, maxTokens: 100 };
      return text(JSON.stringify(await mcpReq.send({ method: 'sampling/createMessage', params })));
    },
  );
  for (const [name, properties] of Object.entries(everything.ELICITATIONS))
    elicits(mcp, name, properties);
  mcp.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Takes an address.', inputSchema: everything.schema2020 },
    async () => text('read'),
  );

  mcp.registerResource('text', 'test://static-text', about('text'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: everything.STATIC_TEXT }],
  }));
  mcp.registerResource('picture', 'test://static-binary', about('picture'), ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: everything.PNG }],
  }));
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  mcp.registerResource('data', template, about('template'), ({ href: uri }, { id }) => ({
    contents: [{ uri, mimeType: 'application/json', text: everything.dataOf(String(id)) }],
  }));
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const)
    mcp.server.setRequestHandler(method, async () => ({}));

  mcp.registerPrompt('test_simple_prompt', about('prompt'), () => says(['This is a prompt.']));
  const argsSchema = z.object({
    ...everything.asked,
    arg1: completable(z.string(), (value) => [`${value}ing`]),
  });
  mcp.registerPrompt('test_prompt_with_arguments', { ...about('prompt'), argsSchema }, (args) =>
    says([everything.askedOf(args.arg1, args.arg2)]),
  );
  mcp.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...about('prompt'), argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => says(everything.embeddedPrompt(resourceUri)),
  );
  mcp.registerPrompt('test_prompt_with_image', about('prompt'), () =>
    says(everything.picturePrompt),
  );
  return mcp;
}

type Content =
  (typeof everything.picturePrompt)[number] | ReturnType<typeof everything.embeddedPrompt>[number];

const text = (words: string) => ({ content: [{ type: 'text' as const, text: words }] });
const says = (parts: readonly (string | Content)[]) => ({
  messages: parts.map((part) => ({
    role: 'user' as const,
    content: typeof part === 'string' ? { type: 'text' as const, text: part } : part,
  })),
});

function elicits(mcp: McpServer, name: string, properties: object): void {
  const config = {
    description: `The suite's ${name}.`,
    inputSchema: z.object({ message: z.string().optional() }),
  };
  mcp.registerTool(name, config, async ({ message = 'Please say' }, { mcpReq }) => {
    const requestedSchema = { type: 'object' as const, properties: properties as never };
    const params = { message, requestedSchema };
    return text(JSON.stringify(await mcpReq.send({ method: 'elicitation/create', params })));
  });
}
