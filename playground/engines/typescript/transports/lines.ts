import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/**
 * A stream of bytes in one direction, as a pipe between two processes: what is written arrives later, in
 * order, and not necessarily in the pieces it was written in.
 */
export class BytePipe {
  #queue: Uint8Array[] = [];
  #reader: ((chunk: Uint8Array | null) => void) | null = null;
  #scheduled = false;
  #ended = false;

  write(chunk: Uint8Array): void {
    if (this.#ended) throw new Error('The pipe is closed');
    this.#queue.push(chunk);
    this.#schedule();
  }

  end(): void {
    this.#ended = true;
    this.#schedule();
  }

  /** Hand every chunk to `reader` from now on, and null once at the end. */
  read(reader: (chunk: Uint8Array | null) => void): void {
    this.#reader = reader;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#scheduled || this.#reader === null) return;
    this.#scheduled = true;
    queueMicrotask(() => {
      this.#scheduled = false;
      const chunks = this.#queue;
      this.#queue = [];
      for (const chunk of chunks) this.#reader?.(chunk);
      if (this.#ended) {
        this.#reader?.(null);
        this.#reader = null;
      }
    });
  }
}

/** What happens to a message at this end of a line, besides being carried. */
export interface Tap {
  sent?(message: JSONRPCMessage): void;
  received?(message: JSONRPCMessage): void;
}

const encoder = new TextEncoder();

/**
 * One end of MCP's stdio binding over two byte pipes: a JSON-RPC message a line, UTF-8. A line that is no
 * JSON is reported and skipped, as the specification asks.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #decoder = new TextDecoder();
  readonly #input: BytePipe;
  readonly #output: BytePipe;
  readonly #tap: Tap;
  #rest = '';
  #closed = false;

  constructor(input: BytePipe, output: BytePipe, tap: Tap = {}) {
    this.#input = input;
    this.#output = output;
    this.#tap = tap;
  }

  async start(): Promise<void> {
    this.#input.read((chunk) => (chunk === null ? void this.close() : this.#take(chunk)));
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('Not connected');
    this.#tap.sent?.(message);
    this.#output.write(encoder.encode(`${JSON.stringify(message)}\n`));
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#output.end();
    this.onclose?.();
  }

  #take(chunk: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split('\n');
    this.#rest = lines.pop()!;
    for (const line of lines) {
      if (this.#closed || line.trim() === '') continue;
      let message: JSONRPCMessage;
      try {
        message = JSON.parse(line) as JSONRPCMessage;
      } catch {
        this.onerror?.(new Error(`This line is no JSON: ${line.slice(0, 80)}`));
        continue;
      }
      this.#tap.received?.(message);
      this.onmessage?.(message);
    }
  }
}
