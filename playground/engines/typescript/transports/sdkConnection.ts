import { ProtocolError, SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client';
import {
  Cancelled,
  checkpoint,
  currentTime,
  waitForPromise,
  type CancelScope,
  type Operation,
} from '../../../kernel/index.ts';
import type { Call } from '../../engine.ts';
import { OwnScope } from '../ownScope.ts';
import type { Answer } from '../request.ts';
import type { Tracer } from '../tracer.ts';
import { CONNECTION_CLOSED, MCPError, REQUEST_TIMEOUT, type Connection } from './connection.ts';
import type { Wire } from './wire.ts';

/** setTimeout's longest; the read timeout runs on the run's own clock instead. */
const NEVER_MS = 2 ** 31 - 1;

/**
 * The official SDK's client over any of its transports. Giving up is a Cancelled at the await of the call:
 * it aborts the request's signal, and the SDK tells the server in the transport's own way.
 */
export class SdkConnection implements Connection {
  readonly #client: Client;
  readonly #wire: Wire;
  readonly #tracer: Tracer;

  readonly #left: () => Operation<'closed' | 'killed'>;

  /** `left` is what the transport's server side does once the client has gone. */
  constructor(
    client: Client,
    wire: Wire,
    tracer: Tracer,
    left: () => Operation<'closed' | 'killed'>,
  ) {
    this.#client = client;
    this.#wire = wire;
    this.#tracer = tracer;
    this.#left = left;
  }

  *request(number: number, call: Call): Operation<Answer> {
    // A client whose scope is cancelled already sends nothing.
    yield* checkpoint();
    const seconds = call.read_timeout_seconds;
    if (seconds === null) return yield* this.#ask(number, call);

    const scope = new OwnScope({ name: 'read timeout', deadline: currentTime() + seconds });
    const reason = `timed out after ${seconds}s`;
    const answer = yield* scope.run(() => this.#ask(number, call, scope, reason));
    if (answer !== undefined) return answer;
    throw new MCPError(REQUEST_TIMEOUT, `Request '${call.method}' timed out`);
  }

  again(number: number): void {
    const id = this.#wire.idOf(number);
    if (id === undefined) return;
    const params = { requestId: id, reason: 'stopped again' };
    // A connection that is gone has nobody left to tell.
    this.#client.notification({ method: 'notifications/cancelled', params }).catch(() => {});
  }

  *close(): Operation<'closed' | 'killed'> {
    yield* waitForPromise(this.#client.close(), 'close');
    return yield* this.#left();
  }

  *#ask(number: number, call: Call, timeout?: CancelScope, reason?: string): Operation<Answer> {
    const giveUp = new AbortController();
    this.#wire.announce(number, call);
    const answer = send(this.#client, call, giveUp.signal);
    answer.catch(() => {}); // Nobody waits for it once the call was given up.
    try {
      // The server is a part of this loop: where it waits for ever, so does the client.
      return yield* waitForPromise(answer, call.method, 'echo');
    } catch (error) {
      if (!(error instanceof Cancelled)) throw asMCPError(error);
      const timedOut = timeout !== undefined && timeout.cancelCalled && error.scope === timeout;
      if (timedOut)
        this.#tracer.emit('client.timeout', 'client', {
          call: number,
          after: call.read_timeout_seconds!,
        });
      this.#wire.giveUp(number);
      giveUp.abort(timedOut ? reason : (error.reason ?? 'caller cancelled'));
      throw error;
    }
  }
}

async function send(client: Client, call: Call, signal: AbortSignal): Promise<Answer> {
  const ignore = () => {};
  const options = {
    signal,
    timeout: NEVER_MS,
    ...(call.progress === false ? {} : { onprogress: ignore }),
  };
  switch (call.method) {
    case 'tools/call': {
      const params = { name: call.target, arguments: call.arguments };
      const { content, isError } = await client.callTool(params, options);
      const text = content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`));
      return { text: text.join('\n'), isError: isError ?? false };
    }
    case 'prompts/get': {
      const params = { name: call.target, arguments: call.arguments as Record<string, string> };
      const { messages } = await client.getPrompt(params, options);
      const text = messages.map(({ content }) => (content.type === 'text' ? content.text : ''));
      return { text: text.join('\n'), isError: false };
    }
    case 'resources/read': {
      const { contents } = await client.readResource({ uri: call.target }, options);
      const text = contents.map((part) => ('text' in part ? part.text : '<blob>'));
      return { text: text.join('\n'), isError: false };
    }
  }
}

function asMCPError(error: unknown): unknown {
  if (error instanceof ProtocolError) return new MCPError(error.code, error.message);
  if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed)
    return new MCPError(CONNECTION_CLOSED, 'Connection closed');
  return error;
}
