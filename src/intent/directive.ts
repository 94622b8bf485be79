import type { ClientDirective } from 'astro';
import { Missed } from './missed.ts';
import { putBackProps } from './props.ts';

/** What a reader does just before using a figure. */
const INTENTS = ['pointerenter', 'focusin', 'pointerdown', 'touchstart'];
/** What a figure would have answered, had it been awake. Enter and Space on a button arrive as clicks. */
const ACTS = ['click', 'keydown', 'input'];

/** Milliseconds that an island waits for what goes before it. */
const PATIENCE = 200;

const soon = (promise: Promise<unknown>): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);

/**
 * Wakes the island at the first sign of use: fetches its code, hydrates it, and then repeats what was pressed
 * in the meantime, so that the first click is never lost. A failed fetch leaves the static figure in place,
 * marked `data-failed`, and the next sign of use tries again. An `intent` event tells the page first, which may
 * name what goes before: an island that wakes keeps this thread to itself, and what only passes through waits.
 * `client:intent="now"` wakes it as soon as it stands in the page, and keeps what is pressed until then too.
 */
const intent: ClientDirective = (load, { value }, island) => {
  const missed = new Missed(island);
  // A screen reader may click without a pointer or a focus before it.
  const keep = (event: Event) => {
    if (missed.keep(event)) void wake();
  };

  const sleep = () => {
    for (const type of INTENTS) island.addEventListener(type, wake, { once: true, passive: true });
    for (const type of ACTS) island.addEventListener(type, keep, { capture: true });
  };

  const stopListening = () => {
    for (const type of INTENTS) island.removeEventListener(type, wake);
    for (const type of ACTS) island.removeEventListener(type, keep, { capture: true });
  };

  let waking = false;
  const wake = async () => {
    if (waking) return;
    waking = true;
    const first: Promise<unknown>[] = [];
    island.dispatchEvent(new CustomEvent('intent', { bubbles: true, detail: first }));
    let failed = false;
    const fail = () => void (failed = true);
    const whole = putBackProps(island)?.catch(fail);
    if (first.length > 0) await soon(Promise.all(first));
    // An island with its code hydrates as soon as its props change, so they come first.
    if (whole) await whole;
    island.addEventListener('astro:hydration-error', fail, { once: true });
    const hydrate = failed ? null : await load();
    if (!failed) await hydrate?.();
    island.removeEventListener('astro:hydration-error', fail);

    stopListening();
    island.toggleAttribute('data-failed', failed);
    waking = false;
    if (failed) {
      missed.forget();
      sleep();
    } else {
      missed.repeat();
    }
  };

  sleep();
  if (value === 'now') void wake();
};

export default intent;
