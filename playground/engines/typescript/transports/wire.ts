import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Call } from '../../engine.ts';
import type { Detail, Tracer } from '../tracer.ts';

interface Expected {
  call: number;
  method: string;
  target: string;
}

/**
 * Writes down each message where it crosses, and knows which call a message is about: a request by the call
 * the client just announced, everything after it by the request's id.
 */
export class Wire {
  readonly #tracer: Tracer;
  readonly #expected: Expected[] = [];
  readonly #calls = new Map<string, number>();
  readonly #ids = new Map<number, string | number>();
  readonly #givenUp = new Set<number>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  /** The client is about to send this call. */
  announce(call: number, { method, target }: Pick<Call, 'method' | 'target'>): void {
    this.#expected.push({ call, method, target });
  }

  /** The client waits no longer: an answer that still arrives is dropped. */
  giveUp(call: number): void {
    this.#givenUp.add(call);
  }

  /** The call that a request of this id makes. */
  callOf(id: string | number): number | undefined {
    return this.#calls.get(String(id));
  }

  /** The id under which a call was sent, if it was. */
  idOf(call: number): string | number | undefined {
    return this.#ids.get(call);
  }

  /** A message crosses, seen at the client's end. Returns the call it is about. */
  crossed(
    message: JSONRPCMessage,
    dir: 'c2s' | 's2c',
    via: Detail<'wire'>['via'],
    more: Pick<Detail<'wire'>, 'body' | 'headers' | 'exchange'> = {},
  ): number | undefined {
    const told = tell(message);
    if (dir === 'c2s' && told.what === 'request') this.#match(message, told.id);
    const call = told.id === undefined ? undefined : this.#calls.get(told.id);
    const body = more.body ?? JSON.stringify(message);
    this.#tracer.emit('wire', 'wire', { call, dir, via, ...told, ...more, body });
    const answered = told.what === 'response' || told.what === 'error';
    if (dir === 's2c' && answered && call !== undefined && this.#givenUp.has(call))
      this.#tracer.emit('result.dropped', 'client', {
        call,
        where: 'client',
        what: told.what === 'error' ? 'error' : 'response',
      });
    return call;
  }

  /** The server has read a message: a cancel that names a call in flight is the moment it learns of it. */
  read(message: JSONRPCMessage): void {
    const told = tell(message);
    if (told.method !== 'notifications/cancelled' || told.id === undefined) return;
    const call = this.#calls.get(told.id);
    if (call === undefined) return;
    this.#tracer.emit('cancel.notice', 'server', { call, reason: told.reason });
  }

  #match(message: JSONRPCMessage, id: string | undefined): void {
    if (!('method' in message) || !('id' in message) || id === undefined) return;
    const params = message.params as { name?: string; uri?: string } | undefined;
    const target = params?.name ?? params?.uri;
    const index = this.#expected.findIndex(
      (expected) => expected.method === message.method && expected.target === target,
    );
    if (index < 0) return;
    const [{ call }] = this.#expected.splice(index, 1) as [Expected];
    this.#calls.set(id, call);
    this.#ids.set(call, message.id);
  }
}

type Told = Omit<Detail<'wire'>, 'dir' | 'via' | 'body'>;

/** A JSON-RPC message in the trace's words; `id` is that of the request it is about. */
function tell(message: JSONRPCMessage): Told {
  if ('method' in message) {
    const { method } = message;
    if ('id' in message) return { what: 'request', method, id: String(message.id) };
    const params = (message.params ?? {}) as Record<string, unknown>;
    const about = params['requestId'] ?? params['progressToken'];
    const id = about === undefined ? undefined : String(about);
    const reason = typeof params['reason'] === 'string' ? params['reason'] : undefined;
    return { what: 'notification', method, id, reason };
  }
  const id = message.id === undefined ? undefined : String(message.id);
  if ('error' in message) {
    const { code, message: text } = message.error;
    return { what: 'error', id, code, message: text };
  }
  return { what: 'response', id };
}
