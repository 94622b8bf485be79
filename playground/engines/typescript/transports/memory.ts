import { currentLoop, currentTime, type Operation } from '../../../kernel/index.ts';
import type { Call } from '../../engine.ts';
import { OwnScope } from '../ownScope.ts';
import type { Answer } from '../request.ts';
import type { Serving } from '../serving.ts';
import type { Tracer } from '../tracer.ts';
import { CONNECTION_CLOSED, MCPError, REQUEST_TIMEOUT, type Connection } from './connection.ts';

/**
 * In memory, as the Python SDK's `Client(mcp)`: no JSON-RPC, and the handler runs in the caller's own task.
 * So the client waits for the handler's cleanup, and a value returned after a stop is delivered. Leaving in
 * mid-call cancels nothing.
 */
export class MemoryConnection implements Connection {
  readonly #serving: Serving;
  readonly #tracer: Tracer;
  #left = false;

  constructor(serving: Serving, tracer: Tracer) {
    this.#serving = serving;
    this.#tracer = tracer;
  }

  *request(number: number, call: Call): Operation<Answer> {
    const answer = yield* this.#ask(number, call);
    if (!this.#left) return answer;
    const dropped = {
      call: number,
      where: 'server',
      what: 'response',
      value: answer.text,
    } as const;
    this.#tracer.emit('result.dropped', 'server', dropped);
    throw new MCPError(CONNECTION_CLOSED, 'Connection closed');
  }

  /** The handler is unwinding in this very task: there is nobody else to tell. */
  again(): void {}

  /** Nothing is ever on its way. */
  *settled(): Operation<void> {}

  *close(): Operation<'closed'> {
    this.#left = true;
    return 'closed';
  }

  *#ask(number: number, call: Call): Operation<Answer> {
    const { method, target, read_timeout_seconds } = call;
    const request = {
      method,
      target,
      arguments: call.arguments,
      call: number,
      reach: { requestId: String(number), progress: null, message: null, ask: null },
    };
    if (read_timeout_seconds === null) return yield* this.#serving.here(request);
    const deadline = currentTime() + read_timeout_seconds;
    const scope = new OwnScope({ name: 'read timeout', deadline });
    const forget = currentLoop().at(deadline, () =>
      this.#tracer.emit('client.timeout', 'client', { call: number, after: read_timeout_seconds }),
    );
    let answer: Answer | undefined;
    try {
      answer = yield* scope.run(() => this.#serving.here(request));
    } finally {
      forget();
    }
    if (scope.cancelledCaught || answer === undefined)
      throw new MCPError(
        REQUEST_TIMEOUT,
        `Timed out after ${read_timeout_seconds}s waiting for '${method}'`,
      );
    return answer;
  }
}
