import type { TraceEvent } from '../trace/event.ts';
import { captionOf } from './caption.ts';
import type { View } from './RunView.tsx';
import type { FigureModel } from './useFigure.ts';

/** A recording of a run elsewhere, and what made it: "Recorded on CPython 3.11.7, mcp 2.3.0, stdio". */
export interface Recorded {
  events: TraceEvent[];
  label: string;
}

/** The recording as a picture; nothing without one. */
export const recordedView = (recorded: Recorded | null): View => ({
  events: recorded?.events ?? noEvents,
  language: 'python',
  now: recorded?.events.at(-1)?.t ?? 0,
  live: false,
  killed: false,
  caption: recorded?.label ?? '',
});

/** The reader's own run; until there is one, the recording. */
export function viewOf({ shown, snapshots }: FigureModel, recorded: Recorded | null): View {
  if (shown === null) return recordedView(recorded);
  return {
    events: shown.events,
    language: shown.program.language,
    now: shown.now,
    live: shown.end === null && !shown.killed,
    killed: shown.killed,
    caption: captionOf(shown, snapshots[shown.program.language]),
  };
}

const noEvents: TraceEvent[] = [];
