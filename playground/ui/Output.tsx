import { useEffect, useMemo, useRef } from 'react';
import type { TraceEvent } from '../trace/event.ts';
import { outputTail } from '../trace/output.ts';

export interface OutputProps {
  events: readonly TraceEvent[];
}

const MOST_LINES = 1000;
const MOST_CHARS = 2000;

/** What the program printed: the end of it, and how much came before. */
export function Output({ events }: OutputProps) {
  const { lines, earlier } = useMemo(() => outputTail(events, MOST_LINES), [events]);
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  useEffect(() => {
    // Follows the end, unless the reader has scrolled up to read.
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [lines]);
  if (lines.length === 0) return <p className="panel-empty">Nothing was printed.</p>;
  return (
    <div className="output">
      {earlier > 0 && (
        <p className="panel-empty">
          {earlier.toLocaleString('en')} earlier {earlier === 1 ? 'line is' : 'lines are'} not
          shown.
        </p>
      )}
      <div
        className="output-lines"
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="The program's output"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          atEnd.current = scrollHeight - scrollTop - clientHeight < 8;
        }}
      >
        {lines.map(({ stream, text }, index) => (
          <div key={earlier + index} className={`output-line is-${stream}`}>
            {text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text}
          </div>
        ))}
      </div>
    </div>
  );
}
