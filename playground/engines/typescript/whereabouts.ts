import { currentTask, type Task } from '../../kernel/index.ts';
import type { TraceEvent, Who } from '../../trace/event.ts';
import { frameOf } from './frames.ts';
import type { Site } from './probe.ts';

/** What a task of a run belongs to: the kernel hands it on to the tasks that this one starts. */
export interface Belongs {
  call?: number;
  /**
   * The handler's name, on its own task and on all that it starts. The handler's task and thread bear this
   * name themselves; a task with another one is its child and named in the trace.
   */
  target?: string;
}

export const whoOf = (task: Task): Who => (task.kind === 'thread' ? 'thread' : 'tool');

/** Who runs now. */
export function who(): Who {
  const task = currentTask();
  return task === null ? 'server' : whoOf(task);
}

const belongs = (task: Task | null): Belongs => (task?.context as Belongs) ?? {};

/** A task that a handler started, as against the handler's own task or the client's. */
export function isChild(task: Task): boolean {
  const { target } = belongs(task);
  return target !== undefined && target !== task.name;
}

export function ofTask(task: Task): Pick<TraceEvent, 'call' | 'task' | 'fn' | 'line'> {
  const frame = frameOf(task);
  const child = isChild(task) ? task.name : undefined;
  return { call: belongs(task).call, task: child, fn: frame?.fn, line: frame?.line };
}

/** The task and the place in the program that run now. */
export function here(): Pick<TraceEvent, 'call' | 'task' | 'fn' | 'line'> {
  const task = currentTask();
  return task === null ? {} : ofTask(task);
}

export function at(site: Site): Pick<TraceEvent, 'call' | 'task' | 'fn' | 'line'> {
  return { ...here(), fn: site.fn, line: site.line };
}
