/** Reads a stream of server-sent events as its bytes come, and gives the data of each event. */
export class ServerSentEvents {
  readonly #decoder = new TextDecoder();
  #rest = '';

  /** The data of the events that these bytes complete; an event without data (a comment) is left out. */
  take(bytes: Uint8Array): string[] {
    const events = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/\r?\n\r?\n/);
    this.#rest = events.pop()!;
    return events.map(dataOf).filter((data) => data !== '');
  }
}

function dataOf(event: string): string {
  return event
    .split(/\r?\n/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(5).replace(/^ /, '')] : []))
    .join('\n');
}

/** A message as an event. */
export const eventOf = (message: string): string => `event: message\ndata: ${message}\n\n`;
