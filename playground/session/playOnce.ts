import type { ClockKind, Program, Script } from '../engines/engine.ts';
import type { Run, Session } from './session.ts';

/**
 * Play a script to its end on a session that does nothing else. `watch` is called with each picture of the run.
 * @throws {Error} where the program is refused, or the run does not come to an end of its own.
 */
export function playOnce(
  session: Session,
  { program, script, clock }: { program: Program; script: Script; clock: ClockKind },
  watch: (run: Run) => void = () => {},
): Promise<Run> {
  const before = session.getSnapshot().run;
  return new Promise((resolve, reject) => {
    const leave = session.subscribe(look);
    session.run(program, script, clock);
    look();

    function look(): void {
      const { run, state, diagnostics, notice } = session.getSnapshot();
      const problem = diagnostics.find(({ severity }) => severity === 'error');
      if (run !== null && run.id !== before?.id) {
        watch(run);
        if (run.end !== null) settle(() => resolve(run));
        else if (run.killed) settle(() => reject(new Error(notice ?? 'The run was ended.')));
      } else if (state === 'crashed') {
        settle(() => reject(new Error(notice ?? 'The engine ended.')));
      } else if (state !== 'loading' && problem !== undefined) {
        settle(() => reject(new Error(`Line ${problem.line}: ${problem.message}`)));
      }
    }

    function settle(then: () => void): void {
      leave();
      then();
    }
  });
}
