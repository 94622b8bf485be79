import { completable } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { Loop, RealClock, sleepForever } from '../../../kernel/index.ts';
import type { Context } from '../context.ts';
import { Observation } from '../observe.ts';
import { MCPServer } from '../server.ts';
import { Serving } from '../serving.ts';
import { Tracer } from '../tracer.ts';
import { httpServer } from '../transports/http/httpServer.ts';
import type { Make } from '../transports/http/served.ts';
import type { HttpServer } from '../transports/http/peer.ts';
import { officialServer } from '../transports/official.ts';
import { Wire } from '../transports/wire.ts';
import * as everything from './everything.ts';

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** The suite's server on this project's MCPServer, and how to end it. */
export function ours(): { server: HttpServer; stop(): void } {
  const clock = new RealClock();
  const tracer = new Tracer(
    () => clock.now(),
    () => {},
  );
  const observation = new Observation(tracer, clock);
  const loop = new Loop({ clock, observer: observation });
  void loop.run(() => sleepForever());
  const serving = new Serving(build(), loop, observation, tracer);
  const switches = { json_response: false, stateless_http: false };
  const make: Make = (instead) => officialServer(serving, new Wire(tracer), { instead });
  const server = httpServer({ make, bus: serving.bus }, switches, loop);
  return { server, stop: () => loop.abandon() };
}

function build(): MCPServer {
  const mcp = new MCPServer('Everything');
  const tool = (name: string, run: (args: never, ctx: Context) => unknown, inputSchema = {}) =>
    mcp.tool(name, { description: `The suite's ${name}.`, inputSchema }, run);

  for (const [name, content] of Object.entries(everything.CONTENT)) tool(name, async () => content);
  tool('test_error_handling', async () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  tool('test_tool_with_progress', async (_: never, ctx: Context) => {
    for (const done of [0, 50, 100]) {
      await ctx.reportProgress(done, 100);
      await pause();
    }
    return 'done';
  });
  tool('test_tool_with_logging', async (_: never, ctx: Context) => {
    for (const step of ['started', 'processing', 'completed']) {
      await ctx.info(`Tool ${step}`);
      await pause();
    }
    return 'done';
  });
  mcp.tool(
    'test_sampling',
    { description: 'Asks the model of the client.', inputSchema: { prompt: z.string() } },
    async ({ prompt }: { prompt: string }, ctx: Context) =>
      ctx.request('sampling/createMessage', {
        messages: [{ role: 'user', content: { type: 'text', text: prompt } }],
        maxTokens: 100,
      }),
  );
  for (const [name, properties] of Object.entries(everything.ELICITATIONS))
    mcp.tool(
      name,
      { description: 'Asks the user.', inputSchema: { message: z.string().optional() } },
      async ({ message = 'Please say' }: { message?: string }, ctx: Context) =>
        ctx.request('elicitation/create', {
          message,
          requestedSchema: { type: 'object', properties },
        }),
    );
  mcp.tool(
    'json_schema_2020_12_tool',
    { description: 'Takes an address.', inputSchema: everything.schema2020 },
    async () => 'read',
  );

  const about = (what: string) => ({ description: `The suite's ${what}.` });
  const text = { ...about('text'), mimeType: 'text/plain' };
  mcp.resource('test://static-text', text, async () => everything.STATIC_TEXT);
  const binary = { ...about('picture'), mimeType: 'image/png' };
  mcp.resource('test://static-binary', binary, async () => everything.pngBytes());
  const json = { ...about('template'), mimeType: 'application/json' };
  mcp.resource('test://template/{id}/data', json, async ({ id }: { id: string }) =>
    everything.dataOf(id),
  );

  mcp.prompt('test_simple_prompt', about('prompt'), async () => 'This is a simple prompt.');
  const argsSchema = {
    ...everything.asked,
    arg1: completable(z.string(), (value) => [`${value}ing`]),
  };
  mcp.prompt(
    'test_prompt_with_arguments',
    { ...about('prompt with arguments'), argsSchema },
    async ({ arg1, arg2 }: { arg1: string; arg2: string }) => everything.askedOf(arg1, arg2),
  );
  mcp.prompt(
    'test_prompt_with_embedded_resource',
    { ...about('prompt with a resource'), argsSchema: { resourceUri: z.string() } },
    async ({ resourceUri }: { resourceUri: string }) => everything.embeddedPrompt(resourceUri),
  );
  mcp.prompt(
    'test_prompt_with_image',
    about('prompt with a picture'),
    async () => everything.picturePrompt,
  );
  return mcp;
}
