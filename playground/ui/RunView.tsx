import { useEffect, useState, type ReactNode } from 'react';
import type { Language } from '../engines/engine.ts';
import { nameOf } from '../language.ts';
import type { TraceEvent } from '../trace/event.ts';
import type { Still } from './Still.tsx';
import { Timeline } from './Timeline.tsx';
import { useDelayed } from './useDelayed.ts';

/** What a figure shows of a run, wherever its events come from. */
export interface View {
  events: readonly TraceEvent[];
  /** Of the program that went through them; their lines are its. */
  language: Language;
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
  /** It is a run of the reader's, of the program in the language that is not shown. */
  elsewhere: boolean;
  lit: number | null;
  /** Files that stand in for the picture until it is drawn. */
  still?: Still | null;
  onLit(line: number | null): void;
  /** What stands beside the words on what made the picture. */
  aside?: ReactNode;
}

/** Seconds after which a picture that still moves can be held still (WCAG 2.2.2). */
const LONG = 5;

/** The timeline of the last run, with a word where it no longer fits what stands beside it. */
export function RunView(props: RunViewProps) {
  const { view, waiting, stale, elsewhere, lit, still, onLit, aside } = props;
  const [held, setHeld] = useState<View | null>(null);
  const moves = useDelayed(view.live, LONG);
  useEffect(() => {
    if (!view.live) setHeld(null);
  }, [view.live]);
  const { events, now, live, caption } = view.live && held !== null ? held : view;

  return (
    <div className="run-view" data-waiting={waiting} data-stale={stale}>
      {stale && <p className="stale">From the program and settings before your change</p>}
      {elsewhere && !stale && <p className="stale">A run of the {nameOf[view.language]} program</p>}
      {events.length === 0 && !live ? (
        <p className="empty needs-script">Run it, and what happens is drawn here.</p>
      ) : (
        <Timeline
          events={events}
          now={now}
          live={live}
          caption={caption}
          lit={lit}
          onLit={onLit}
          still={still ?? null}
        />
      )}
      {(caption !== '' || aside !== undefined) && (
        <p className="made-by">
          {caption} {aside}
          {moves && (
            <button
              type="button"
              className="hold"
              aria-pressed={held !== null}
              onClick={() => setHeld(held === null ? view : null)}
            >
              Hold the picture still
            </button>
          )}
        </p>
      )}
    </div>
  );
}
