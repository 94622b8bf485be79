/** An MCP server, over the official TypeScript SDK. */

import type * as z from 'zod';

type Awaitable<T> = T | PromiseLike<T>;

/** Arguments by name, each with its zod schema: `{ title: z.string() }`. */
type Shape = Readonly<Record<string, z.ZodType>>;
type ArgumentsOf<S extends Shape> = z.output<z.ZodObject<S>>;

/** What a handler knows of the call it answers. */
export class Context {
  private constructor();
  /** The id of the request, as the client chose it. */
  readonly requestId: string;
  /**
   * Tell the caller how far the work is. Sent only if the caller asked for it; it never moves a timeout.
   * @param progress how much is done; it must grow with each report
   * @param total how much there is to do, where that is known
   * @param message what happens now, for a person to read
   */
  reportProgress(progress: number, total?: number, message?: string): Promise<void>;
  /** Ask the client, over a wire of the 2025 protocol: `sampling/createMessage`, `elicitation/create`. */
  request(method: string, params?: Record<string, unknown>): Promise<unknown>;
  /** Tell the clients that have subscribed to this resource that it has changed. */
  notifyResourceUpdated(uri: string): Promise<void>;
  /**
   * Send the client a line of the protocol's log, over a wire: in the 2025 protocol always, in that of 2026
   * only if the request asked for it. A line for the operator is `console.log`'s.
   * @param data a line of text, or anything that can be written as JSON
   */
  log(level: LogLevel, data: unknown, options?: LogOptions): Promise<void>;
  /** `log('debug', data)` */
  debug(data: unknown, options?: LogOptions): Promise<void>;
  /** `log('info', data)` */
  info(data: unknown, options?: LogOptions): Promise<void>;
  /** `log('warning', data)` */
  warning(data: unknown, options?: LogOptions): Promise<void>;
  /** `log('error', data)` */
  error(data: unknown, options?: LogOptions): Promise<void>;
}

export type LogLevel =
  'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogOptions {
  /** Who logs. */
  logger?: string;
}

export interface ToolOptions<S extends Shape> {
  /** What the tool does, for the model that chooses it. */
  description?: string;
  /** The arguments: `{ title: z.string() }`. */
  inputSchema?: S | z.ZodObject<S>;
}

export interface PromptOptions<S extends Shape> {
  /** What the prompt is for. */
  description?: string;
  /** The arguments: `{ title: z.string() }`. */
  argsSchema?: S | z.ZodObject<S>;
}

export interface ResourceOptions {
  /** What the resource holds. */
  description?: string;
  /** text/plain, if nothing is said. */
  mimeType?: string;
}

/** The names in a URI template's braces. */
type NamesOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/** Text, content blocks, or anything that can be written as JSON; nothing is an empty answer. */
type Answer = unknown;

export class MCPServer {
  constructor(name: string);
  readonly name: string;
  /**
   * Offer a tool. An async handler runs as a task, and a plain one in a thread.
   *
   *     mcp.tool('order_book', { inputSchema: { title: z.string() } }, async ({ title }) => {
   *       return `Ordered '${title}'.`;
   *     });
   */
  tool<const S extends Shape = {}>(
    name: string,
    options: ToolOptions<S>,
    handler: (args: ArgumentsOf<S>, ctx: Context) => Awaitable<Answer>,
  ): void;
  /** Offer a prompt. It is cancelled exactly as a tool is. */
  prompt<const S extends Shape = {}>(
    name: string,
    options: PromptOptions<S>,
    handler: (args: ArgumentsOf<S>, ctx: Context) => Awaitable<Answer>,
  ): void;
  /** Offer a resource. The names in the URI's braces are the arguments: `'holds://{title}'`. */
  resource<const T extends string>(
    uriTemplate: T,
    options: ResourceOptions,
    handler: (args: Record<NamesOf<T>, string>, ctx: Context) => Awaitable<Answer>,
  ): void;
}
