/**
 * A slice is what the loop may compute before the host gets a turn. It is counted over all the loop does
 * since the last turn, waits for promises left out, so that a task that waits for one resolved promise
 * after another does not starve the host either.
 */

/** Milliseconds of real time. */
const SLICE = 3;
/** How often the clock is read, in milliseconds: reading it costs as much as a step. */
const LOOK = 0.3;
/** The longest run without a look: work may become a thousand times slower from one step to the next. */
const MOST = 256;

/** When the pump began, `Infinity` where it does not run: code that runs outside of it has no slice. */
let began = Infinity;
/** Milliseconds before that. */
let spent = 0;
let lastLook = 0;
let left = 1;
let between = 1;

/** True when the running slice is over. Cheap: most calls count down and nothing else. */
export function due(): boolean {
  left -= 1;
  return left <= 0 && look();
}

function look(): boolean {
  const now = performance.now();
  const since = now - lastLook;
  lastLook = now;
  if (since > 2 * LOOK) between = Math.max(1, Math.floor((between * LOOK) / since));
  else if (since < LOOK / 2) between = Math.min(MOST, between * 2);
  const over = spent + now - began >= SLICE;
  left = over ? 1 : between;
  return over;
}

/** @internal The loop begins to step tasks. */
export function openSlice(): void {
  began = performance.now();
  lastLook = began;
}

/** @internal The loop has nothing to step. */
export function closeSlice(): void {
  spent += performance.now() - began;
  began = Infinity;
}

/**
 * @internal The host has had a turn. Returns the length of the slice before it, in seconds. A slice that took
 * longer than two was held up by something that is no loop: a machine that paused, code that had still to be
 * compiled, one long call. It counts as two.
 */
export function freshSlice(): number {
  const seconds = Math.min(spent, 2 * SLICE) / 1000;
  spent = 0;
  return seconds;
}
