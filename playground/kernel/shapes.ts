import { Cancelled } from './cancelled.ts';
import { VirtualClock } from './clock.ts';
import { TaskGroup } from './group.ts';
import { Loop } from './loop.ts';
import { CancelScope } from './scope.ts';

/**
 * One object of each kind, kept for good. V8 holds the layout that a class's objects have by the objects
 * alone: where a collection finds none, as between two runs, the layout goes, and with it the code that was
 * compiled for it. The next run would start slow again, which doubled the time of spawning and cancelling.
 */
const loop = new Loop({ clock: new VirtualClock() });
const task = loop.startTask(function* () {});
Loop.kept = [task, new TaskGroup(task), new Cancelled(new CancelScope(), '')];
