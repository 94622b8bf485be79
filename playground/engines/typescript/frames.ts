import { currentTask, type Task } from '../../kernel/index.ts';
import type { Kind } from './compile/activation.ts';

/**
 * Which function of the program a task is in, and at which line. Each call of a compiled function has a
 * frame; a task's `slot` holds the innermost. Compiled code writes its line into its own frame, so to be
 * readable at any time costs an assignment a statement.
 */
export interface Meta {
  /** The function's own name; empty where it has none. */
  readonly name: string;
  /** Its name in the trace. */
  readonly fn: string;
  readonly line: number;
  readonly kind: Kind;
  readonly length: number;
}

export class Frame {
  readonly meta: Meta;
  line: number;
  /** The task that is in it. A generator's frame moves to the task that resumes it. */
  holder: Holder;
  up: Frame | undefined;
  /** A thread's outermost function: the calls it makes are the thread's units of work. */
  readonly root: boolean;
  /** The caller waits for what it returns, so it may wait in its place for the call whose value it returns. */
  readonly awaited: boolean;

  constructor(meta: Meta, holder: Holder, root: boolean, awaited: boolean) {
    this.meta = meta;
    this.line = meta.line;
    this.holder = holder;
    this.up = holder.slot as Frame | undefined;
    this.root = root;
    this.awaited = awaited;
  }
}

interface Holder {
  slot: unknown;
}

/** Holds the frames of what the host calls outside of any task. */
const outside: Holder = { slot: undefined };

let awaitsNext = false;

/** The function that is entered next is awaited by its caller. */
export function expectAwait(): void {
  awaitsNext = true;
}

export function enter(meta: Meta): Frame {
  const task = currentTask();
  const holder: Holder = task ?? outside;
  const root = task !== null && task.kind === 'thread' && task.slot === undefined;
  const frame = new Frame(meta, holder, root, awaitsNext);
  awaitsNext = false;
  holder.slot = frame;
  return frame;
}

export function leave(frame: Frame): void {
  frame.holder.slot = frame.up;
}

/** A generator goes on: its frame is the innermost again, of the task that resumes it. */
export function reenter(frame: Frame): void {
  const holder: Holder = currentTask() ?? outside;
  frame.holder = holder;
  frame.up = holder.slot as Frame | undefined;
  holder.slot = frame;
}

/** Where in the program a task, or what the host calls outside of any, is. `depth` is 1 for the outermost. */
export interface Place {
  fn: string;
  line: number;
  depth: number;
}

/** The innermost function of the program that the task is in; null where it is in none. */
export function frameOf(task: Task<unknown> | null): Place | null {
  const frame = (task ?? outside).slot as Frame | undefined;
  if (frame === undefined) return null;
  let depth = 1;
  for (let up = frame.up; up !== undefined; up = up.up) depth++;
  return { fn: frame.meta.fn, line: frame.line, depth };
}

/** Where the code that is run at this moment is. */
export const here = (): Place | null => frameOf(currentTask());

const origins = new WeakMap<object, { fn: string; line: number }>();

/** Note where an error leaves its first function. */
export function noteOrigin(frame: Frame, error: unknown): void {
  if (typeof error !== 'object' || error === null || origins.has(error)) return;
  origins.set(error, { fn: frame.meta.fn, line: frame.line });
}

/** Where in the program an error came up; null where it never passed through compiled code. */
export function originOf(error: unknown): { fn: string; line: number } | null {
  return (typeof error === 'object' && error !== null && origins.get(error)) || null;
}
