import type { ClockKind, Program, Script } from '../engines/engine.ts';

/** What a link carries. */
export interface ShareState {
  program: Program;
  script: Script;
  clock: ClockKind;
  /** The example that the program was made from. */
  example?: string;
}
