import { useMemo, useRef } from 'react';
import type { TraceEvent } from '../trace/event.ts';
import { story, type Step, type StoryLine } from '../trace/story.ts';
import { seconds } from '../trace/words.ts';
import { useThrottled } from './hooks.ts';

export interface StoryProps {
  events: readonly TraceEvent[];
  /** The run goes on. */
  live: boolean;
  /** The reader killed the worker. */
  killed?: boolean;
  /** Said where nothing has happened yet. */
  before?: string;
}

/** Steps of a short run come within a moment; a screen reader hears them together, once. */
const TOGETHER_MS = 400;
/** More calls than this are summed up. */
const MOST = 4;

/** What happened, as steps: *stop requested 0.50 s → server told 0.50 s → … Nothing was sent.* */
export function Story({ events, live, killed = false, before = '' }: StoryProps) {
  const lines = useMemo(() => story(events, { live, killed }), [events, live, killed]);
  const text = lines.map((line) => line.text).join('\n');
  // What stood here before anything ran is read where it stands, and not called out.
  const hasRun = useRef(false);
  if (live) hasRun.current = true;
  const said = useThrottled(hasRun.current ? text : '', TOGETHER_MS);
  return (
    <div className="story">
      {lines.length === 0 && before !== '' && (
        <p className="story-line needs-script" data-tone="plain">
          {before}
        </p>
      )}
      {lines.slice(0, MOST).map((line) => (
        <Line key={line.call} line={line} />
      ))}
      {lines.length > MOST && <p className="story-line">and {lines.length - MOST} more calls</p>}
      <p className="said" role="status" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

function Line({ line: { call, label, steps, after } }: { line: StoryLine }) {
  return (
    <p className="story-line" data-story={call} data-tone={toneOf(steps)}>
      {label && <span className="story-call">{label}</span>}
      {steps.map(({ key, text, t, strong, tone }, index) => (
        <span key={key} className={`story-step is-${tone}${strong ? ' is-strong' : ''}`}>
          {index > 0 && (
            <span className="story-arrow" aria-hidden="true">
              →{' '}
            </span>
          )}
          {text}
          {t !== null && <span className="story-time"> {seconds(t)}</span>}
          {index === steps.length - 1 ? '. ' : ' '}
        </span>
      ))}
      {after && <span className="story-after">{after}</span>}
    </p>
  );
}

/** How it stands now: what the last step with a state says. */
const toneOf = (steps: readonly Step[]): Step['tone'] =>
  steps.findLast(({ tone }) => tone !== 'plain')?.tone ?? 'plain';
