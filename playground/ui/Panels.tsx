import { memo, useId, useState, type KeyboardEvent } from 'react';
import type { TraceEvent } from '../trace/event.ts';
import { EventTable } from './EventTable.tsx';
import { Output } from './Output.tsx';
import { WireLog } from './WireLog.tsx';

type Tab = 'wire' | 'output' | 'events';

const names: Record<Tab, string> = { wire: 'Wire', output: 'Output', events: 'Events' };
const tabs = Object.keys(names) as Tab[];

export interface PanelsProps {
  events: readonly TraceEvent[];
  live: boolean;
  /** What made these events. */
  caption: string;
  /** Which panel is open at first; none in a page of prose, where the reader asks for it. */
  first: Tab | null;
}

/** What was said, printed and done, each behind a tab with its count. A second press folds it away. */
export const Panels = memo(function Panels({ events, live, caption, first }: PanelsProps) {
  const [open, setOpen] = useState(first);
  const id = useId();
  const counts = countsOf(events);

  function walk(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const at = tabs.findIndex((tab) => `${id}${tab}` === (event.target as HTMLElement).id);
    const next = tabs.at((at + step) % tabs.length);
    if (at < 0 || next === undefined) return;
    document.getElementById(`${id}${next}`)?.focus();
    if (open !== null) setOpen(next);
  }

  return (
    <div className="panels needs-script">
      <div className="tabs" role="tablist" aria-label="Details of the run" onKeyDown={walk}>
        {tabs.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}${tab}`}
            aria-selected={open === tab}
            aria-controls={open === tab ? `${id}panel` : undefined}
            tabIndex={(open ?? 'wire') === tab ? 0 : -1}
            onClick={() => setOpen(open === tab ? null : tab)}
          >
            {names[tab]} <span className="count">{counts[tab]}</span>
          </button>
        ))}
      </div>
      {open !== null && (
        <div
          className="panel"
          role="tabpanel"
          id={`${id}panel`}
          aria-labelledby={`${id}${open}`}
          tabIndex={0}
        >
          {open === 'wire' && <WireLog events={events} live={live} />}
          {open === 'output' && <Output events={events} />}
          {open === 'events' && <EventTable events={events} caption={caption} />}
        </div>
      )}
    </div>
  );
});

function countsOf(events: readonly TraceEvent[]): Record<Tab, number> {
  const counts = { wire: 0, output: 0, events: 0 };
  for (const { kind } of events) {
    if (kind === 'line') continue;
    counts.events += 1;
    if (kind === 'wire') counts.wire += 1;
    if (kind === 'output' || kind === 'error') counts.output += 1;
  }
  return counts;
}
