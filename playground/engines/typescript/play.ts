import { Loop, RealClock, VirtualClock } from '../../kernel/index.ts';
import type { TraceEvent } from '../../trace/event.ts';
import type { ClockKind, LiveAct, RunEnd, Script } from '../engine.ts';
import type { Compiled } from './compile.ts';
import { Observation } from './observe.ts';
import { ScriptRun } from './scriptRun.ts';
import { Tracer } from './tracer.ts';

/** A run that goes on. */
export interface Playing {
  readonly end: Promise<RunEnd>;
  act(act: LiveAct): void;
  /** An error of the program that nobody took. */
  unhandled(error: unknown): void;
  kill(): void;
}

/** Play a script against a fresh instance of the program. */
export function play(
  compiled: Compiled,
  script: Script,
  clockKind: ClockKind,
  emit: (events: TraceEvent[]) => void,
): Playing {
  const clock = clockKind === 'real' ? new RealClock() : new VirtualClock();
  const tracer = new Tracer(() => clock.now(), emit);
  const observation = new Observation(tracer, clock);
  const loop = new Loop({ clock, observer: observation });
  const run = new ScriptRun(compiled, script, loop, tracer, observation);
  const ended = loop
    .run(() => run.main(), { name: 'client' })
    .then(
      () => run.ended('ended'),
      (error: unknown) => run.failed(error),
    );
  const end = Promise.race([ended, run.killed]).finally(() => tracer.end());
  return {
    end,
    act: (act) => run.act(act),
    unhandled: (error) => run.tell('run', error),
    kill: () => loop.abandon(),
  };
}
