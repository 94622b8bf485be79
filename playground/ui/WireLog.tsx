import { useId, useMemo, useState } from 'react';
import type { TraceEvent } from '../trace/event.ts';
import { wireLines } from '../trace/wire.ts';
import { filterLines } from '../trace/wireFilter.ts';
import { WireMoment } from './WireMoment.tsx';
import { WireRow } from './WireRow.tsx';

export interface WireLogProps {
  events: readonly TraceEvent[];
  /** The run goes on: an answer may still come. */
  live: boolean;
}

/** A run may send thousands of messages; the last ones are shown. */
const MOST = 200;

/** What crossed, each request beside its answer or beside the lack of one, and when who knew what. */
export function WireLog({ events, live }: WireLogProps) {
  const [query, setQuery] = useState('');
  const id = useId();
  const lines = useMemo(() => wireLines(events, live), [events, live]);
  if (lines.length === 0) return <p className="panel-empty">No message has crossed.</p>;
  const found = filterLines(lines, query);
  const earlier = Math.max(found.length - MOST, 0);
  return (
    <div className="wire">
      <p className="wire-filter">
        <label htmlFor={id}>Filter</label>
        <input
          id={id}
          type="search"
          value={query}
          placeholder="tools/call, id 2, sse …"
          onChange={({ target }) => setQuery(target.value)}
        />
        <span role="status">
          {query.trim() !== '' && `${found.length} of ${lines.length} lines`}
        </span>
      </p>
      {found.length === 0 && <p className="panel-empty">No line has all of these words.</p>}
      {earlier > 0 && <p className="panel-empty">{earlier} earlier lines are not shown.</p>}
      <ol className="wire-rows">
        {found
          .slice(earlier)
          .map((line) =>
            line.kind === 'moment' ? (
              <WireMoment key={line.key} moment={line} />
            ) : (
              <WireRow key={line.key} row={line} />
            ),
          )}
      </ol>
    </div>
  );
}
