import type { Loop } from './loop.ts';
import type { Task } from './task.ts';

/**
 * Which loop and which task run at this moment. JavaScript runs one thing at a time, so one variable each
 * is enough; the loop sets them around every step. Between steps, where the host's own callbacks run,
 * there is no task, but there is still the loop that goes on.
 */
let task: Task | null = null;
let loop: Loop | null = null;

/** Raised where a function of the kernel is called from where no loop, or no worker thread, is. */
export class NoEventLoopError extends Error {
  override readonly name = 'NoEventLoopError';
}

/** The task or thread that is being stepped; null outside of one. */
export function currentTask(): Task | null {
  return task;
}

/**
 * The loop that runs.
 * @throws NoEventLoopError where none does.
 */
export function currentLoop(): Loop {
  if (loop === null) throw new NoEventLoopError('No event loop is running');
  return loop;
}

/**
 * The task that is being stepped, for what only a task can do.
 * @throws NoEventLoopError outside of a task, and in a thread.
 */
export function taskOfLoop(): Task {
  if (task === null || task.kind === 'thread') {
    throw new NoEventLoopError('This function can only be called in a task of the event loop');
  }
  return task;
}

/** @internal */
export function setCurrentTask(next: Task | null): void {
  task = next;
}

/** @internal Returns the loop that was current before, to be put back. */
export function setCurrentLoop(next: Loop | null): Loop | null {
  const before = loop;
  loop = next;
  return before;
}

/** @internal The loop has ended. */
export function forgetLoop(ended: Loop): void {
  if (loop === ended) loop = null;
}
