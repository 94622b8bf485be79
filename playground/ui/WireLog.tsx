import { useMemo, useState } from 'react';
import type { TraceEvent } from '../trace/event.ts';
import { wireRows, type WireEvent, type WireRow } from '../trace/wire.ts';
import { seconds } from '../trace/words.ts';

export interface WireLogProps {
  events: readonly TraceEvent[];
  /** The run goes on: an answer may still come. */
  live: boolean;
}

/** A run may send thousands of messages; the last ones are shown. */
const MOST = 200;

/** The messages that crossed, each request beside its answer or beside the lack of one. */
export function WireLog({ events, live }: WireLogProps) {
  const rows = useMemo(() => wireRows(events, live), [events, live]);
  if (rows.length === 0) return <p className="panel-empty">No message has crossed.</p>;
  const earlier = Math.max(rows.length - MOST, 0);
  return (
    <div className="wire">
      {earlier > 0 && <p className="panel-empty">{earlier} earlier messages are not shown.</p>}
      <ol className="wire-rows">
        {rows.slice(earlier).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ol>
    </div>
  );
}

function Row({ row }: { row: WireRow }) {
  const { first, reply, missing, ghost, call } = row;
  return (
    <li
      className="wire-row"
      data-wire={first.what}
      data-method={first.method}
      data-id={first.id}
      data-call={call ?? undefined}
      data-reply={reply?.what ?? missing ?? undefined}
    >
      <Message message={first} />
      {reply && <Message message={reply} />}
      {missing === 'waiting' && <p className="wire-missing">← no answer yet</p>}
      {missing === 'nothing was sent' && <p className="wire-missing is-none">← nothing was sent</p>}
      {ghost && (
        <p className="wire-ghost">
          <s>{ghost.value ?? 'its value'}</s>{' '}
          <span>
            {ghost.where === 'server' ? 'dropped' : 'arrived when nobody waited'} {seconds(ghost.t)}
          </span>
        </p>
      )}
    </li>
  );
}

function Message({ message }: { message: WireEvent }) {
  const { dir, what, method, id, t, via, code, reason, body } = message;
  const name = method ?? (what === 'response' ? 'result' : what);
  const cancels = method === 'notifications/cancelled';
  return (
    <details className={`wire-message is-${what}${cancels ? ' is-cancel' : ''}`} data-dir={dir}>
      <summary>
        <span
          className="wire-dir"
          role="img"
          aria-label={dir === 'c2s' ? 'to the server' : 'to the client'}
        >
          {dir === 'c2s' ? '→' : '←'}
        </span>{' '}
        <code className="wire-method">{name}</code>{' '}
        <span className="wire-about">
          {id !== undefined && <span>id {id}</span>}{' '}
          {code !== undefined && <span>code {code}</span>} {via !== 'stream' && <span>{via}</span>}{' '}
          {reason && <q>{reason}</q>}
        </span>{' '}
        <span className="wire-time">{seconds(t)}</span>
      </summary>
      {body === undefined ? (
        <p className="panel-empty">The recording holds no text of this message.</p>
      ) : (
        <Body body={body} />
      )}
    </details>
  );
}

function Body({ body }: { body: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard.writeText(body).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="wire-body">
      <pre tabIndex={0} aria-label="The message, as it crossed">
        {body}
      </pre>
      <button type="button" className="wire-copy" onClick={copy}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  );
}
