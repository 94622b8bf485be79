/** A program of the guide, broken in one way, to see what that part of it was for. */
export interface Variant {
  /** What was done to it, as a switch says it. */
  name: string;
  /** The folders of content/examples: as it is, and as it becomes. */
  of: string;
  becomes: string;
}

/** Both are stopped after half a second, over stdio. */
export const variants: readonly Variant[] = [
  { name: 'without the shield', of: 'order_book', becomes: 'order_book_unshielded' },
  { name: 'without finally', of: 'order_book', becomes: 'order_book_no_finally' },
  {
    name: 'without the limit, and a release that hangs',
    of: 'order_book',
    becomes: 'order_book_no_limit',
  },
  {
    name: 'catching the cancellation and carrying on',
    of: 'order_book',
    becomes: 'catches_and_awaits_on',
  },
  { name: 'without the check', of: 'rebuild_index', becomes: 'never_asks' },
  { name: 'with the check after the loop', of: 'rebuild_index', becomes: 'check_after_loop' },
];
