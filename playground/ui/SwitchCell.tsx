import { useMemo } from 'react';
import { verdictOf } from '../trace/verdict.ts';
import { seconds } from '../trace/words.ts';
import type { View } from './RunView.tsx';

export interface SwitchCellProps {
  name: string;
  view: View;
  /** Where the run is from. */
  made: 'recorded' | 'run';
  /** The longest run of the table, in seconds: all bars have one scale. */
  longest: number;
  /** Its timeline is shown. */
  chosen: boolean;
  onChoose(): void;
}

/** What became of the handler, in words and as a bar as long as it worked. */
export function SwitchCell({ name, view, made, longest, chosen, onChoose }: SwitchCellProps) {
  const verdict = useMemo(() => verdictOf(view.events), [view.events]);
  if (verdict === null) return null;
  const { outcome, start, end } = verdict;
  const width = `${(100 * ((end ?? view.now) - start)) / longest}%`;
  const data = { 'data-verdict': outcome, 'data-made': made };
  const content = (
    <>
      <span className="switch-verdict">{outcome}</span>{' '}
      {end !== null && <span className="switch-end">{seconds(end)}</span>}
      <span className="switch-track" aria-hidden="true">
        <span className="switch-bar" style={{ inlineSize: width }} />
      </span>
    </>
  );
  return (
    <>
      <button
        type="button"
        className="switch-cell needs-script"
        aria-pressed={chosen}
        data-cell={name}
        {...data}
        onClick={onChoose}
      >
        {content}
      </button>
      <div className="switch-cell without-script" {...data}>
        {content}
      </div>
    </>
  );
}
