import type { TraceEvent } from '../trace/event.ts';
import { tableRows } from '../trace/table.ts';

export interface EventTableProps {
  events: readonly TraceEvent[];
  caption?: string;
  /** The line of the program that is lit. */
  lit?: number | null;
  /** A row is hovered: its line, then null. */
  onLit?: (line: number | null) => void;
}

const MOST = 500;

/** The picture as a table: every event in words. */
export function EventTable({
  events,
  caption = 'What happened, in order.',
  lit = null,
  onLit,
}: EventTableProps) {
  const rows = tableRows(events);
  const calls = new Set(rows.flatMap(({ call }) => (call === null ? [] : [call])));
  const lines = rows.some(({ line }) => line !== null);
  return (
    <div className="events" tabIndex={0} role="region" aria-label={caption}>
      <table className="events-table">
        <caption>
          {caption}
          {rows.length > MOST && ` The first ${MOST} of ${rows.length} events.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Who</th>
            {calls.size > 1 && <th scope="col">Call</th>}
            <th scope="col">What</th>
            {lines && <th scope="col">Line</th>}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST).map(({ t, who, what, line, call, kind }, index) => (
            <tr
              key={index}
              data-event={kind}
              className={line !== null && line === lit ? 'is-lit' : undefined}
              onPointerEnter={onLit && (() => onLit(line))}
              onPointerLeave={onLit && (() => onLit(null))}
            >
              <th scope="row">{t.toFixed(3)} s</th>
              <td>{who}</td>
              {calls.size > 1 && <td>{call ?? ''}</td>}
              <td className="events-what">{what}</td>
              {lines && <td>{line ?? ''}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
