/** Something to be done at a time. */
export interface Timer {
  /** Seconds on the loop's clock. */
  readonly when: number;
  /** Timers of the same time fire in the order in which they were set. */
  readonly order: number;
  /** Belongs to the world outside the loop's tasks, and so fires while a task blocks the loop. */
  readonly outside: boolean;
  /** Null once it was cancelled: it stays in the heap until it comes up, or until the dead are many. */
  fire: (() => void) | null;
}

const FEW = 64;

/** The timers that are set, earliest first: a binary heap from which cancelled ones are dropped late. */
export class Timers {
  #heap: Timer[] = [];
  #dead = 0;
  #count = 0;

  set(when: number, fire: () => void, outside = false): Timer {
    const timer = { when, order: this.#count++, outside, fire };
    this.putBack(timer);
    return timer;
  }

  cancel(timer: Timer): void {
    if (timer.fire === null) return;
    timer.fire = null;
    this.#dead += 1;
    if (this.#dead > FEW && this.#dead * 2 > this.#heap.length) this.#dropDead();
  }

  /** The next that will fire. */
  first(): Timer | undefined {
    let first = this.#heap[0];
    while (first !== undefined && first.fire === null) {
      this.#pop();
      this.#dead -= 1;
      first = this.#heap[0];
    }
    return first;
  }

  /** Take out what `first` gave. */
  takeFirst(): void {
    this.#pop();
  }

  /** Set again what was taken out, at its own time and place. */
  putBack(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(timer);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const other = heap[above] as Timer;
      if (!earlier(timer, other)) break;
      heap[at] = other;
      at = above;
    }
    heap[at] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    this.#sink(last, 0);
  }

  #sink(timer: Timer, from: number): void {
    const heap = this.#heap;
    let at = from;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      const right = below + 1;
      if (right < heap.length && earlier(heap[right] as Timer, heap[below] as Timer)) below = right;
      const other = heap[below] as Timer;
      if (!earlier(other, timer)) break;
      heap[at] = other;
      at = below;
    }
    heap[at] = timer;
  }

  #dropDead(): void {
    this.#heap = this.#heap.filter((timer) => timer.fire !== null);
    this.#dead = 0;
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at -= 1) {
      this.#sink(this.#heap[at] as Timer, at);
    }
  }
}

function earlier(one: Timer, other: Timer): boolean {
  return one.when < other.when || (one.when === other.when && one.order < other.order);
}
