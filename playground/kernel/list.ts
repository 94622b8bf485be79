/** What can stand in one list at a time: it carries its own neighbours, so that moving it allocates nothing. */
export interface Linked<T> {
  before: T | null;
  after: T | null;
}

/** A list in order of arrival; adding and removing take the same short time at any length. */
export class List<T extends Linked<T>> {
  first: T | null = null;
  #last: T | null = null;

  get empty(): boolean {
    return this.first === null;
  }

  /** Put at the end what stands in no list. */
  add(item: T): void {
    item.before = this.#last;
    if (this.#last === null) this.first = item;
    else this.#last.after = item;
    this.#last = item;
  }

  /** Take out what stands in this list. */
  remove(item: T): void {
    if (item.before === null) this.first = item.after;
    else item.before.after = item.after;
    if (item.after === null) this.#last = item.before;
    else item.after.before = item.before;
    item.before = null;
    item.after = null;
  }
}
