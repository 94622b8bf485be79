import { checkpoint } from './checkpoint.ts';
import { wait, type Operation } from './trap.ts';

/** Something that happens once; tasks wait for it. */
export class Event {
  #set = false;
  readonly #waiting = new Set<() => void>();

  /** It has happened: whoever waits goes on, in the order of the waits. Can be called from anywhere. */
  set(): void {
    if (this.#set) return;
    this.#set = true;
    for (const resume of this.#waiting) resume();
    this.#waiting.clear();
  }

  isSet(): boolean {
    return this.#set;
  }

  /** Wait until it has happened; a checkpoint where it has. */
  *wait(): Operation<void> {
    if (this.#set) return yield* checkpoint();
    yield* wait<void>({
      what: 'event',
      arm: (resume) => {
        this.#waiting.add(resume);
        return () => this.#waiting.delete(resume);
      },
    });
  }
}
