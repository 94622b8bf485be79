import type { EventOf, Kind, TraceEvent, Who } from '../../trace/event.ts';

type Stamp = 't' | 'kind' | 'who';
export type Detail<K extends Kind> = Omit<EventOf<K>, Stamp>;

/** A run that makes more events than this has a runaway loop in it; the picture would be unreadable. */
export const MOST_EVENTS = 20_000;
/** Characters of output kept of a run. */
export const MOST_OUTPUT = 2_000_000;
const FRAME_MS = 16;

/** What a cut trace still tells: how each call and each handler ended. */
const ALWAYS: ReadonlySet<Kind> = new Set<Kind>([
  'call.sent',
  'client.stop',
  'client.timeout',
  'client.close',
  'client.closed',
  'client.result',
  'client.error',
  'client.cancelled',
  'cancel.notice',
  'result.dropped',
  'handler.exit',
  'error',
]);

/**
 * The list of events of one run, given away in batches: the first at once, then one a frame, so that a
 * program that prints without end costs the page one message a frame. Consecutive lines of output in one
 * batch are one event.
 */
export class Tracer {
  #pending: TraceEvent[] = [];
  #count = 0;
  #printed = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #lastFlush = -Infinity;
  #ended = false;
  #t0: number | null = null;
  readonly #now: () => number;
  readonly #deliver: (events: TraceEvent[]) => void;

  /** `now` reads the run's clock in seconds. */
  constructor(now: () => number, deliver: (events: TraceEvent[]) => void) {
    this.#now = now;
    this.#deliver = deliver;
  }

  /** The run begins: from here `t` counts. What happened while the server started has t 0. */
  begin(): void {
    this.#t0 = this.#now();
  }

  /** Seconds since the run began, to the microsecond. */
  get t(): number {
    return this.#t0 === null ? 0 : Math.round((this.#now() - this.#t0) * 1e6) / 1e6;
  }

  emit<K extends Kind>(kind: K, who: Who, detail: Detail<K>): void {
    if (this.#count >= MOST_EVENTS && !ALWAYS.has(kind)) {
      if (this.#count === MOST_EVENTS) this.#push(this.#cut());
      return;
    }
    this.#push({ t: this.t, kind, who, ...detail } as unknown as TraceEvent);
  }

  output(stream: EventOf<'output'>['stream'], text: string, where: Partial<TraceEvent>): void {
    if (this.#printed > MOST_OUTPUT) return;
    this.#printed += text.length + 1;
    const shown =
      this.#printed > MOST_OUTPUT
        ? `${text}\n… output is cut here, after 2,000,000 characters`
        : text;
    const last = this.#pending.at(-1);
    if (last?.kind === 'output' && last.stream === stream && last.line === where.line) {
      last.text += `\n${shown}`;
      return;
    }
    const { call, task, fn, line } = where;
    const who = where.who ?? 'server';
    this.#push({ t: this.t, kind: 'output', who, call, task, fn, line, stream, text: shown });
  }

  /** Give away what is pending; what comes later is not written down. */
  end(): void {
    this.flush();
    this.#ended = true;
  }

  /** Give away what is pending. */
  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#lastFlush = performance.now();
    if (this.#pending.length === 0) return;
    const events = this.#pending;
    this.#pending = [];
    this.#deliver(events);
  }

  #cut(): TraceEvent {
    const message = `The trace is cut here, after ${MOST_EVENTS.toLocaleString('en')} events.`;
    return { t: this.t, kind: 'error', who: 'server', where: 'engine', message };
  }

  #push(event: TraceEvent): void {
    if (this.#ended) return;
    this.#count++;
    this.#pending.push(event);
    if (this.#timer !== null) return;
    const wait = this.#lastFlush + FRAME_MS - performance.now();
    if (wait <= 0) this.#lastFlush = performance.now();
    this.#timer = setTimeout(() => this.flush(), Math.max(0, wait));
  }
}
