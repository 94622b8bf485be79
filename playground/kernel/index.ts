import './shapes.ts';
export { Cancelled } from './cancelled.ts';
export {
  cancelShieldedCheckpoint,
  checkpoint,
  checkpointIfCancelled,
  sleep,
  sleepForever,
  sleepUntil,
} from './checkpoint.ts';
export { RealClock, VirtualClock, type Clock } from './clock.ts';
export { currentLoop, currentTask, NoEventLoopError } from './current.ts';
export { DeadlockError } from './deadlock.ts';
export { Event } from './event.ts';
export { ExceptionGroup } from './exceptionGroup.ts';
export { due, giveWay } from './giveWay.ts';
export { createTaskGroup, TaskGroup, type ChildOptions } from './group.ts';
export { Loop, type LoopOptions } from './loop.ts';
export type { Observer } from './observer.ts';
export { CancelScope, type CancelScopeOptions } from './scope.ts';
export type { TaskStatus } from './starting.ts';
export { Task, type TaskKind, type TaskOptions, type TaskOutcome } from './task.ts';
export {
  checkCancelled,
  fromThreadRun,
  fromThreadRunSync,
  runSync,
  threadSleep,
  type RunSyncOptions,
} from './thread.ts';
export {
  currentEffectiveDeadline,
  currentTime,
  failAfter,
  failAt,
  moveOnAfter,
  moveOnAt,
  TimeoutError,
  type FailOptions,
  type TimeoutOptions,
} from './timeout.ts';
export { wait, waitForPromise, type AnyTrap, type Operation, type Trap } from './trap.ts';
