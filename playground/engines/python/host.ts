import type { PyCallable } from 'pyodide/ffi';

/**
 * The JavaScript side of the scheduler (`py/scheduler.py`): it resumes Python's stacks when it is told to. A
 * stack waits for the promise it was given; whoever passes its turn on resolves that of the next.
 */
export class Host {
  readonly #resume = new Map<number, () => void>();
  #stir: (() => void) | null = null;

  /**
   * `body` is called on a stack of its own when `stack` has its first turn. It begins once the stack that
   * passes its turn on is suspended, not on top of it.
   */
  start(stack: number, body: PyCallable): void {
    const begin = (): void => void body.callPromising().finally(() => body.destroy());
    this.#resume.set(stack, () => queueMicrotask(begin));
  }

  /** Resume `to`, after a turn of the host if it is due one. Resolves when `me` is resumed. */
  hand(me: number, to: number, turn: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#resume.set(me, resolve);
    this.release(to, turn);
    return promise;
  }

  /** Resume `to`, whose caller is at its end. */
  release(to: number, turn: boolean): void {
    const resume = this.#resume.get(to);
    this.#resume.delete(to);
    if (resume === undefined) return;
    if (turn) hostTurn(resume);
    else resume();
  }

  /** Let the host hear its messages. */
  turn(): Promise<void> {
    return new Promise(hostTurn);
  }

  /** Wait until `stir` is called, or for so many seconds. */
  idle(seconds: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = seconds === undefined ? undefined : setTimeout(resolve, milliseconds(seconds));
    this.#stir = resolve;
    return promise.finally(() => {
      clearTimeout(timer);
      this.#stir = null;
    });
  }

  stir(): void {
    this.#stir?.();
  }
}

/** The longest delay a host timer takes; who waits longer is asked again. */
const LONGEST = 2 ** 31 - 1;

const milliseconds = (seconds: number): number => Math.min(Math.ceil(seconds * 1000), LONGEST);

/**
 * Node's `setImmediate` comes first where it exists, because an open MessagePort keeps a Node process alive.
 * In a browser a message to oneself is the shortest turn; timers are held back to 4 ms there.
 */
const hostTurn: (then: () => void) => void =
  typeof setImmediate === 'function' ? (then) => void setImmediate(then) : byMessage();

function byMessage(): (then: () => void) => void {
  const { port1, port2 } = new MessageChannel();
  const waiting: (() => void)[] = [];
  port1.onmessage = () => waiting.shift()?.();
  return (then) => {
    waiting.push(then);
    port2.postMessage(null);
  };
}
