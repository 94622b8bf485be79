import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { CancelScope, Loop, Operation, Task } from '../../kernel/index.ts';
import type { Call } from '../engine.ts';
import type { Reach } from './context.ts';
import type { Observation } from './observe.ts';
import type { Belongs } from './whereabouts.ts';
import { OwnScope } from './ownScope.ts';
import { answer, type Answer } from './request.ts';
import type { MCPServer, Registration } from './server.ts';
import type { Tracer } from './tracer.ts';
import { INVALID_PARAMS, MCPError } from './transports/connection.ts';

/** A request as a transport hands it over. */
export interface Request {
  method: Call['method'];
  target: string;
  arguments: unknown;
  /** The script's call that this is, where it is one. */
  call: number | undefined;
  reach: Omit<Reach, 'operator' | 'updated'>;
  /**
   * Sends an error in the place of what a cancelled handler gave; false where it could not. Left out: a
   * cancelled request is sent nothing.
   */
  instead?: () => boolean;
}

/** A server at work: it answers requests, and knows which it has not answered yet. */
export class Serving {
  readonly server: MCPServer;
  /** What changes in the program, for whoever has subscribed to it over whatever connection. */
  readonly bus: ServerEventBus = new InMemoryServerEventBus();
  readonly #loop: Loop;
  readonly #observation: Observation;
  readonly #tracer: Tracer;
  readonly #tasks = new Set<Task<Answer | undefined>>();

  constructor(server: MCPServer, loop: Loop, observation: Observation, tracer: Tracer) {
    this.server = server;
    this.#loop = loop;
    this.#observation = observation;
    this.#tracer = tracer;
  }

  /**
   * Answer in the task that calls this: in memory, client and handler share one.
   * @throws {MCPError} -32602 for arguments that do not fit the schema, or a name that is not offered.
   */
  *here(request: Request): Operation<Answer> {
    const { registration, args } = this.#find(request);
    const parsed = registration.schema.safeParse(args);
    if (!parsed.success) throw new MCPError(INVALID_PARAMS, z.prettifyError(parsed.error));
    return yield* this.#answer(registration, parsed.data, request);
  }

  /**
   * Answer in a task of its own, inside a scope that `signal` cancels. Once the signal has come, nobody is
   * sent what the handler returns or throws; the trace shows what was dropped. The arguments are those that
   * the SDK has checked.
   */
  apart(
    registration: Registration,
    request: Request,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const scope = new OwnScope({ name: 'request' });
    const cancel = () => scope.cancel(reasonOf(signal));
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
    const context: Belongs = { call: request.call, target: request.target };
    const task = this.#loop.startTask(() => this.#inScope(registration, request, scope, signal), {
      name: request.target,
      context,
    });
    this.#tasks.add(task);
    return task.promise.finally(() => {
      this.#tasks.delete(task);
      signal.removeEventListener('abort', cancel);
    });
  }

  /** Wait until no request is being answered. */
  *idle(): Operation<void> {
    for (const task of this.#tasks) {
      try {
        yield* task.join();
      } catch (error) {
        // The task's own error is the transport's to tell; another one ended this wait.
        if (!task.done) throw error;
      }
    }
  }

  *#inScope(
    registration: Registration,
    request: Request,
    scope: CancelScope,
    signal: AbortSignal,
  ): Operation<Answer | undefined> {
    try {
      const given = yield* scope.run(() => this.#answer(registration, request.arguments, request));
      if (signal.aborted) this.#unsent(request, 'response', given?.text);
      return given;
    } catch (error) {
      if (signal.aborted) this.#unsent(request, 'error', String(error));
      throw error;
    }
  }

  /** What a cancelled handler gave is nobody's; `value` is undefined where it gave nothing. */
  #unsent({ call, instead }: Request, what: 'response' | 'error', value: string | undefined): void {
    if (instead?.() || value === undefined) return;
    this.#tracer.emit('result.dropped', 'server', { call, where: 'server', what, value });
  }

  #answer(registration: Registration, args: unknown, request: Request): Operation<Answer> {
    const reach = this.#reach(request);
    return answer(registration, request.target, args, reach, this.#observation);
  }

  #reach({ reach, call }: Request): Reach {
    return {
      ...reach,
      operator: (level, message) =>
        this.#tracer.output('log', `${level.toUpperCase()} ${message}`, { call, who: 'server' }),
      updated: (uri) => this.bus.publish({ kind: 'resource_updated', uri }),
    };
  }

  #find({ method, target, arguments: args }: Request): {
    registration: Registration;
    args: unknown;
  } {
    for (const registration of this.server.registrations) {
      if (registration.method !== method) continue;
      if (method !== 'resources/read') {
        if (registration.name === target) return { registration, args };
        continue;
      }
      const variables = match(registration.name, target);
      if (variables !== null) return { registration, args: variables };
    }
    throw new MCPError(INVALID_PARAMS, `Unknown ${NOUN[method]}: ${target}`);
  }
}

const NOUN = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
} as const satisfies Record<Call['method'], string>;

/** The variables of a URI under a template with `{name}` parts, or null where it does not fit. */
export function match(template: string, uri: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      names.push(part.slice(1, -1));
      return '([^/]+)';
    })
    .join('');
  const found = new RegExp(`^${pattern}$`).exec(uri);
  if (found === null) return null;
  return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1]!)]));
}

function reasonOf(signal: AbortSignal): string {
  const reason: unknown = signal.reason;
  return reason instanceof Error ? reason.message : String(reason ?? 'cancelled by the client');
}
