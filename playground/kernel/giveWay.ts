import { currentLoop } from './current.ts';
import { wait, type Operation } from './trap.ts';

export { due } from './slice.ts';

/**
 * Let the host have a turn in the middle of a long computation; to be called when `due()`. A thread goes
 * to the end of the queue, so that tasks and other threads run. A task goes on right after the host's
 * turn: an event loop runs nothing else while a task computes, only the page must stay alive.
 */
export function* giveWay(): Operation<void> {
  const loop = currentLoop();
  yield* wait<void>({
    what: 'computing',
    blocking: true,
    arm: (resume) => loop.turn(resume),
  });
}
