import { z } from 'zod';
import type { Call, JsonSchema, Offer, ServerShape } from '../engine.ts';
import { isPlain } from './calls.ts';

type Shape = z.ZodRawShape;
type Schema = z.ZodObject<Shape>;
type Handler = (args: never, ctx: never) => unknown;

/** One thing the server offers, with the function that answers for it. */
export interface Registration {
  method: Call['method'];
  /** A tool's or prompt's name; a resource's URI template. */
  name: string;
  description: string | undefined;
  schema: Schema;
  handler: Handler;
  /** A resource's; text/plain where it is left out. */
  mimeType?: string;
}

/**
 * A program's server: names, schemas and handlers. It holds no connection; a transport serves it, and each
 * run makes it anew. Tools, prompts and resources are cancelled alike, so they are registered alike.
 */
export class MCPServer {
  readonly name: string;
  readonly registrations: Registration[] = [];

  constructor(name: string) {
    if (typeof name !== 'string' || name === '') throw new TypeError('MCPServer needs a name');
    this.name = name;
  }

  /**
   * Offer a tool. An `async` handler runs as a task, a plain function in a thread.
   * @param config `inputSchema` is a record of zod types (or a zod object); left out, the tool takes none.
   * @throws {Error} where a tool of that name is there already.
   */
  tool(
    name: string,
    config: { description?: string; inputSchema?: Shape | Schema },
    handler: Handler,
  ): void {
    this.#register('tools/call', name, config.description, config.inputSchema, handler);
  }

  /** Offer a prompt: as `tool`, with `argsSchema`. The handler returns the text of the user's message. */
  prompt(
    name: string,
    config: { description?: string; argsSchema?: Shape | Schema },
    handler: Handler,
  ): void {
    this.#register('prompts/get', name, config.description, config.argsSchema, handler);
  }

  /** Offer a resource under a URI template such as `order://{title}`; its variables are the arguments. */
  resource(
    uriTemplate: string,
    config: { description?: string; mimeType?: string },
    handler: Handler,
  ): void {
    const variables = [...uriTemplate.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!);
    const shape = Object.fromEntries(variables.map((variable) => [variable, z.string()]));
    this.#register('resources/read', uriTemplate, config.description, shape, handler);
    if (config.mimeType !== undefined) this.registrations.at(-1)!.mimeType = config.mimeType;
  }

  /** What is offered, with JSON Schemas, as the lists of the protocol would say it. */
  get shape(): ServerShape {
    const offers = (method: Call['method']): Offer[] =>
      this.registrations
        .filter((registration) => registration.method === method)
        .map(({ name, description, schema, handler }) => ({
          name,
          ...(description === undefined ? {} : { description }),
          inputSchema: z.toJSONSchema(schema) as JsonSchema,
          plain: isPlain(handler),
        }));
    return {
      name: this.name,
      tools: offers('tools/call'),
      prompts: offers('prompts/get'),
      resources: offers('resources/read'),
    };
  }

  #register(
    method: Call['method'],
    name: string,
    description: string | undefined,
    schema: Shape | Schema | undefined,
    handler: Handler,
  ): void {
    if (typeof handler !== 'function') throw new TypeError(`${name} needs a handler function`);
    const taken = this.registrations.some(
      (other) => other.method === method && other.name === name,
    );
    if (taken) throw new Error(`${name} is already registered`);
    const object = schema instanceof z.ZodObject ? schema : z.object(schema ?? {});
    this.registrations.push({ method, name, description, schema: object, handler });
  }
}
