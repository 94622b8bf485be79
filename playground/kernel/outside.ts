import type { AnyTrap } from './trap.ts';

/** The longest way of an echo through code outside, in turns of the host, with a wide margin. */
const ECHO_TURNS = 20;

/**
 * What code outside the kernel may still do, while every task waits: whether a virtual clock has to give the
 * host a turn before it jumps, and whether anything can still come once no timer is left.
 */
export class Outside {
  /** How many tasks wait for something outside the kernel, and how many of these for an echo. */
  #waits = 0;
  #waitsForEcho = 0;
  /** Turns that the host has had in a row with nothing to do for any task. */
  #idleTurns = 0;
  /** The host has had its turn since a task was last stepped. */
  #rested = false;
  /** Code outside may act without any task waiting for it, and has not had its turn yet. */
  #mayAct = false;
  /** How many things are on their way between pieces of code outside. */
  #crossings = 0;

  get hasCrossings(): boolean {
    return this.#crossings > 0;
  }

  /** A wait for something outside begins (1) or is over (-1). */
  count({ external }: AnyTrap, by: 1 | -1): void {
    this.#waits += by;
    if (external === 'echo') this.#waitsForEcho += by;
  }

  /** It has heard something and may act on it. */
  heard(): void {
    this.#mayAct = true;
  }

  /** Something leaves one piece of code outside for another. Returns what to call when it has arrived. */
  cross(): () => void {
    let crosses = true;
    this.#crossings += 1;
    return () => {
      if (!crosses) return;
      crosses = false;
      this.#crossings -= 1;
      this.#mayAct = true;
    };
  }

  /** A task is about to be stepped. */
  stepping(): void {
    this.#rested = false;
    this.#idleTurns = 0;
  }

  /** The host's turn begins. */
  turning(): void {
    this.#mayAct = false;
  }

  /** The host has had its turn. `idle`: it made no task ready. */
  turned(idle: boolean): void {
    this.#rested = idle;
  }

  /** The host has a turn before time goes on. */
  needsTurn(): boolean {
    if (this.#mayAct || this.#crossings > 0) return true;
    if (this.#waits > 0 && !this.#rested) return true;
    this.#rested = false;
    return false;
  }

  /** With no timer left: `turn` gives an echo one turn more, `wait` is for what may come, `never` for nothing. */
  whatIsLeft(): 'wait' | 'turn' | 'never' {
    if (this.#waits > this.#waitsForEcho) return 'wait';
    if (this.#waitsForEcho === 0 || this.#idleTurns >= ECHO_TURNS) return 'never';
    this.#idleTurns += 1;
    return 'turn';
  }
}
