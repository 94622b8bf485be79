import type { TraceEvent } from '../trace/event.ts';
import { Timeline } from './Timeline.tsx';

/** What a figure shows of a run, wherever its events come from. */
export interface View {
  events: readonly TraceEvent[];
  /** Seconds since the run began, on its clock. */
  now: number;
  /** It goes on. */
  live: boolean;
  /** The reader ended its worker. */
  killed: boolean;
  /** What made it. */
  caption: string;
}

export interface RunViewProps {
  view: View;
  /** A newer run is on its way. */
  waiting: boolean;
  /** The program or the settings have changed since. */
  stale: boolean;
  lit: number | null;
  onLit(line: number | null): void;
}

/** The timeline of the last run, with a word where it no longer fits what stands beside it. */
export const RunView = ({ view, waiting, stale, lit, onLit }: RunViewProps) => (
  <div className="run-view" data-waiting={waiting} data-stale={stale}>
    {stale && <p className="stale">From the program and settings before your change</p>}
    {view.events.length === 0 && !view.live ? (
      <p className="empty">Run it, and what happens is drawn here.</p>
    ) : (
      <Timeline
        events={view.events}
        now={view.now}
        live={view.live}
        caption={view.caption}
        lit={lit}
        onLit={onLit}
      />
    )}
    {view.caption !== '' && <p className="made-by">{view.caption}</p>}
  </div>
);
