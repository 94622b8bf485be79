import type { Operation } from '../../../kernel/index.ts';
import type { Call } from '../../engine.ts';
import type { Answer } from '../request.ts';

/** The client's side of a connection to the program's server. A new transport is one more of these. */
export interface Connection {
  /**
   * Make a call and wait for its answer. A Cancelled thrown in means that the client gives up.
   * @throws {MCPError} where the server answered with an error, the read timeout ran out, or the connection
   * closed.
   */
  request(number: number, call: Call): Operation<Answer>;
  /** The client cancels a call that it has given up already. */
  again(number: number): void;
  /** Wait until what is on its way between client and server has arrived. */
  settled(): Operation<void>;
  /**
   * The client goes away, with the transport's goodbye or without (`drop`). Whatever that does to calls in flight is the transport's nature; `killed` means
   * that the server's process was ended with handlers still at work.
   */
  close(how?: 'goodbye' | 'drop'): Operation<'closed' | 'killed'>;
}

/** An error as the client meets it, with its JSON-RPC code. */
export class MCPError extends Error {
  override name = 'MCPError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** JSON-RPC codes of the specification. */
export const REQUEST_TIMEOUT = -32001;
export const CONNECTION_CLOSED = -32000;
export const INVALID_PARAMS = -32602;
