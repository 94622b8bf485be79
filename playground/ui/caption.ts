import type { Run, Snapshot } from '../session/index.ts';
import { transportName } from './transport.ts';

/** What a picture was made by, in a line: never a live run's words on a recording. */
export const captionOf = (run: Run, { engine }: Snapshot): string =>
  [
    'Run in this browser',
    engine?.sdk,
    transportName(run.script.transport),
    run.clock === 'real' ? 'real time' : 'virtual time',
  ]
    .filter(Boolean)
    .join(', ');
