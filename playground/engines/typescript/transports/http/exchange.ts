import type { Loop } from '../../../../kernel/index.ts';
import type { EventOf } from '../../../../trace/event.ts';
import type { Tracer } from '../../tracer.ts';
import type { Peer } from './peer.ts';

/**
 * One HTTP request and its response: open until the response has ended or the client has closed the
 * connection. While a message of it is on its way, a virtual clock stands still.
 */
export class Exchange implements Peer {
  readonly number: number;
  /** The call that its messages are about; it is known once the request has been read. */
  call: number | undefined;
  state: 'open' | 'ended' | 'closed' = 'open';
  /** The head of an event stream was sent: what the server still has to say goes there. */
  streams = false;
  readonly #tracer: Tracer;
  readonly #loop: Loop;
  readonly #asked: (() => void)[] = [];
  readonly #closing: (() => void)[] = [];
  #arrived: (() => void) | null = null;

  constructor(number: number, tracer: Tracer, loop: Loop) {
    this.number = number;
    this.#tracer = tracer;
    this.#loop = loop;
  }

  whenGone(then: () => void): void {
    this.#asked.push(then);
  }

  /** As `whenGone`, for the connection itself: nobody has asked. */
  whenClosed(then: () => void): void {
    this.#closing.push(then);
  }

  /** A message sets out. */
  depart(): void {
    if (this.state === 'open') this.#arrived ??= this.#loop.crossing();
  }

  /** What was on its way has arrived. */
  arrive(): void {
    this.#arrived?.();
    this.#arrived = null;
  }

  head(response: Pick<EventOf<'http.response'>, 'status' | 'media' | 'headers'>): void {
    this.streams = response.media === 'sse';
    this.#tracer.emit('http.response', 'wire', { ...this.#name(), ...response });
  }

  /** The response is complete. Its last message may still be on its way through the client. */
  end(): void {
    if (this.state !== 'open') return;
    this.state = 'ended';
    this.#tracer.emit('http.end', 'wire', this.#name());
  }

  /** The client closes the connection. */
  close(): void {
    this.arrive();
    if (this.state !== 'open') return;
    this.state = 'closed';
    this.#tracer.emit('http.closed', 'wire', { ...this.#name(), by: 'client' });
    if (this.#asked.length > 0) this.#tracer.emit('http.disconnect', 'server', { ...this.#name() });
    for (const then of [...this.#asked, ...this.#closing]) then();
  }

  #name(): { call: number | undefined; exchange: number } {
    return { call: this.call, exchange: this.number };
  }
}
