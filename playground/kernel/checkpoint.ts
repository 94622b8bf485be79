import { currentLoop, currentTask } from './current.ts';
import type { Loop } from './loop.ts';
import { wait, type Operation, type Trap } from './trap.ts';

const pass: Trap<void> = { what: 'checkpoint', arm: (resume) => resume() };
const passShielded: Trap<void> = { ...pass, shielded: true };
const passSleep: Trap<void> = { ...pass, what: 'sleep' };
const forever: Trap<never> = { what: 'sleep' };

/** Let other tasks run, and be cancelled here where a scope around is. */
export function checkpoint(): Operation<void> {
  return wait(pass);
}

/** A checkpoint where a scope around is cancelled, and nothing where none is. */
export function* checkpointIfCancelled(): Operation<void> {
  if (currentTask()?.scope?.pending != null) yield pass;
}

/** Let other tasks run without being cancelled here. */
export function cancelShieldedCheckpoint(): Operation<void> {
  return wait(passShielded);
}

/**
 * Sleep for so many seconds; zero and less is a checkpoint.
 * @throws TypeError where it is no number.
 */
export function* sleep(seconds: number): Operation<void> {
  requireNumber(seconds, 'sleep');
  if (seconds <= 0) yield passSleep;
  else yield sleeping(currentLoop().clock.now() + seconds);
}

/** Sleep until that time, in seconds on the loop's clock; a time in the past is a checkpoint. */
export function* sleepUntil(deadline: number): Operation<void> {
  requireNumber(deadline, 'sleepUntil');
  if (deadline <= currentLoop().clock.now()) yield passSleep;
  else yield sleeping(deadline);
}

/** Sleep until cancelled. */
export function sleepForever(): Operation<never> {
  return wait(forever);
}

function sleeping(when: number): Trap<void> {
  return when === Infinity ? forever : new Sleep(when, currentLoop());
}

class Sleep implements Trap<void> {
  readonly what = 'sleep';
  readonly #when: number;
  readonly #loop: Loop;

  constructor(when: number, loop: Loop) {
    this.#when = when;
    this.#loop = loop;
  }

  arm(resume: () => void): () => void {
    const loop = this.#loop;
    const timer = loop.setTimer(this.#when, resume);
    return () => loop.timers.cancel(timer);
  }
}

/** @internal Programs come without types: a text or a NaN would otherwise sleep for ever, or not at all. */
export function requireNumber(seconds: unknown, name: string): void {
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) {
    throw new TypeError(`${name}() needs a number of seconds, not ${String(seconds)}`);
  }
}
