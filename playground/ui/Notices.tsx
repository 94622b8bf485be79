import type { Snapshot } from '../session.ts';
import { Notice } from './Notice.tsx';
import { useDelayed } from './useDelayed.ts';

export interface NoticesProps {
  snapshot: Snapshot;
  /** A run waits for its engine. */
  waiting: boolean;
  /** A Reset took an edited program away. */
  lost: boolean;
  onKill(): void;
  onRestore(): void;
}

/** Seconds of silence before a wait is mentioned. */
const patience = 0.4;

/** Everything the figure has to say that is no part of a run, each with what can be done about it. */
export function Notices({ snapshot, waiting, lost, onKill, onRestore }: NoticesProps) {
  const slow = useDelayed(waiting && snapshot.booting !== null, patience);
  return (
    <>
      {slow && snapshot.booting !== null && (
        <Notice>
          Starting the engine: {snapshot.booting.name}
          {snapshot.booting.done !== undefined && (
            <progress value={snapshot.booting.done} aria-label="Start of the engine" />
          )}
        </Notice>
      )}
      {snapshot.unresponsive && (
        <Notice>
          The program does not give way, so Stop cannot reach it.{' '}
          <button type="button" className="link" onClick={onKill}>
            Kill the worker
          </button>{' '}
          to go on; no finally will run.
        </Notice>
      )}
      {snapshot.notice !== null && <Notice>{snapshot.notice}</Notice>}
      {lost && (
        <Notice>
          The program is back as it was at first.{' '}
          <button type="button" className="link" onClick={onRestore}>
            Bring my edit back
          </button>
        </Notice>
      )}
    </>
  );
}
