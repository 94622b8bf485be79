import { ProtocolError, SdkError, SdkErrorCode, type Client } from '@modelcontextprotocol/client';
import {
  Cancelled,
  checkpoint,
  currentLoop,
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

/** Where the transports differ in how a connection ends. */
export interface Ends {
  /** Tells the server that the client leaves. A dropped connection goes without. */
  goodbye?: () => Promise<void>;
  /** What the client does where it cancels a call again; left out, it sends the notification. */
  again?: () => void;
  /** Where a message may still be on its way when both its ends have nothing more to do. */
  settled?: () => Operation<void>;
  /** What the transport's server side does once the client has gone. */
  left: () => Operation<'closed' | 'killed'>;
}

/**
 * The official SDK's client over any of its transports. Giving up is a Cancelled at the await of the call:
 * it aborts the request's signal, and the SDK tells the server in the transport's own way.
 */
export class SdkConnection implements Connection {
  readonly #client: Client;
  readonly #wire: Wire;
  readonly #tracer: Tracer;

  readonly #ends: Ends;
  #leave: (error: MCPError) => void = () => {};
  readonly #left = new Promise<never>((_, reject) => (this.#leave = reject));

  constructor(client: Client, wire: Wire, tracer: Tracer, ends: Ends) {
    this.#client = client;
    this.#wire = wire;
    this.#tracer = tracer;
    this.#ends = ends;
    this.#left.catch(() => {});
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
    if (this.#ends.again !== undefined) return this.#ends.again();
    const id = this.#wire.idOf(number);
    if (id === undefined) return;
    const params = { requestId: id, reason: 'stopped again' };
    // A connection that is gone has nobody left to tell.
    this.#client.notification({ method: 'notifications/cancelled', params }).catch(() => {});
    currentLoop().hostHeard();
  }

  *settled(): Operation<void> {
    if (this.#ends.settled !== undefined) yield* this.#ends.settled();
  }

  *close(how: 'goodbye' | 'drop' = 'goodbye'): Operation<'closed' | 'killed'> {
    this.#leave(new MCPError(CONNECTION_CLOSED, 'Connection closed'));
    const { goodbye, left } = this.#ends;
    if (how === 'goodbye' && goodbye !== undefined) yield* waitForPromise(goodbye(), 'goodbye');
    yield* waitForPromise(this.#client.close(), 'close');
    return yield* left();
  }

  *#ask(number: number, call: Call, timeout?: CancelScope, reason?: string): Operation<Answer> {
    const giveUp = new AbortController();
    this.#wire.announce(number, call);
    const answer = send(this.#client, call, giveUp.signal);
    answer.catch(() => {}); // Nobody waits for it once the call was given up.
    try {
      // The server is a part of this loop: where it waits for ever, so does the client.
      return yield* waitForPromise(Promise.race([answer, this.#left]), call.method, 'echo');
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
      // It tells the server in its own time, and nobody waits for that.
      currentLoop().hostHeard();
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
