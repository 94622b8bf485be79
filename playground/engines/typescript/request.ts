import type { ContentBlock } from '@modelcontextprotocol/server';
import { Cancelled, runSync, type Operation } from '../../kernel/index.ts';
import { invoke, isPlain } from './calls.ts';
import { contentOf, textOf } from './content.ts';
import { Context, type Reach } from './context.ts';
import type { Observation } from './observe.ts';
import { outcomeOf } from './words.ts';
import type { Registration } from './server.ts';

/** What the client is told of a request that ended: the text, and for a tool whether it is an error. */
export interface Answer {
  text: string;
  isError: boolean;
  /** The whole of it, where it is more than the text. */
  content?: ContentBlock[];
}

/**
 * Run a handler to its end, in the task that calls this. A Cancelled passes through: what becomes of it is
 * the caller's to say. Any other error of a tool becomes an answer that hides its cause, which goes to the
 * operator's log, as the Python SDK 2.3 does; a prompt's or resource's error is thrown.
 *
 * @throws {Cancelled} when the handler let its cancellation through.
 */
export function* answer(
  registration: Registration,
  target: string,
  args: unknown,
  reach: Reach,
  observation: Observation,
): Operation<Answer> {
  try {
    const value = yield* handle(registration, target, args, reach, observation);
    const content = contentOf(value, target);
    return { text: textOf(content), isError: false, content };
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    reach.operator(
      'error',
      `Error executing ${target}: ${error instanceof Error ? error : String(error)}`,
    );
    if (registration.method === 'tools/call')
      return { text: `Error executing tool ${target}`, isError: true };
    throw error;
  }
}

function* handle(
  { handler }: Registration,
  target: string,
  args: unknown,
  reach: Reach,
  observation: Observation,
): Operation<unknown> {
  const body = function* (): Operation<unknown> {
    observation.handlerEnter(target);
    try {
      const value = yield* invoke(handler, undefined, [args, new Context(reach)]);
      observation.handlerExit(target, 'returned', { value });
      return value;
    } catch (error) {
      observation.handlerExit(target, outcomeOf(error), { error });
      throw error;
    }
  };
  return isPlain(handler) ? yield* runSync(body, { name: target }) : yield* body();
}
