import type { Outcome, TraceEvent } from '../trace/event.ts';

/**
 * What a line of the program is up to: it runs or waits, it guarded to its end (a shield), it ended by a
 * cancellation, or it failed. Lines that simply finished carry no mark.
 */
export type LineMark = 'running' | 'done' | 'cancelled' | 'failed';

export type LineMarks = Readonly<Record<number, LineMark>>;

/**
 * Follows a run's events and knows which lines to mark. Events only ever get appended, so each is read
 * once, and the marks keep their identity while nothing changes: the code is not drawn again.
 */
export class LineReader {
  #marks: LineMarks = {};
  #next: Record<number, LineMark> = {};
  #seen = 0;
  /** The line each task or thread is on, by `call:task`. */
  #current = new Map<string, number>();
  /** How many awaits, pieces of work and shields are open on a line. */
  #open = new Map<number, number>();

  read(events: readonly TraceEvent[]): LineMarks {
    for (; this.#seen < events.length; this.#seen += 1) this.#follow(events[this.#seen]!);
    if (!sameMarks(this.#marks, this.#next)) this.#marks = { ...this.#next };
    return this.#marks;
  }

  #follow(event: TraceEvent): void {
    const { line } = event;
    if (event.kind === 'handler.exit') this.#leaveCall(event.call);
    if (line === undefined) return;
    switch (event.kind) {
      case 'line': {
        const lane = `${event.call ?? ''}:${event.task ?? event.who}`;
        this.#leave(this.#current.get(lane));
        this.#current.set(lane, line);
        this.#next[line] ??= 'running';
        return;
      }
      case 'await.enter':
      case 'work.enter':
      case 'shield.enter':
        this.#open.set(line, (this.#open.get(line) ?? 0) + 1);
        this.#next[line] = 'running';
        return;
      case 'await.return':
        return this.#close(line, null);
      case 'await.raise':
      case 'work.exit':
        return this.#close(line, markOf[event.outcome]);
      case 'shield.exit':
        return this.#close(line, event.cancelled_caught ? 'cancelled' : 'done');
      case 'check':
        if (event.raised) this.#next[line] = 'cancelled';
        return;
      case 'handler.exit':
        if (event.outcome === 'raised') this.#next[line] = 'failed';
        return;
      case 'error':
        this.#next[line] = 'failed';
        return;
      default:
        return;
    }
  }

  #close(line: number, mark: LineMark | null): void {
    this.#open.set(line, Math.max(0, (this.#open.get(line) ?? 0) - 1));
    if (mark === null) this.#leave(line);
    else this.#next[line] = mark;
  }

  #leaveCall(call: number | undefined): void {
    for (const [lane, line] of this.#current) {
      if (!lane.startsWith(`${call ?? ''}:`)) continue;
      this.#leave(line);
      this.#current.delete(lane);
    }
  }

  #leave(line: number | undefined): void {
    if (line === undefined || this.#next[line] !== 'running') return;
    if ((this.#open.get(line) ?? 0) === 0) delete this.#next[line];
  }
}

const markOf: Record<Outcome, LineMark | null> = {
  returned: null,
  cancelled: 'cancelled',
  raised: 'failed',
};

function sameMarks(a: LineMarks, b: LineMarks): boolean {
  const lines = Object.keys(a);
  return lines.length === Object.keys(b).length && lines.every((line) => a[+line] === b[+line]);
}
