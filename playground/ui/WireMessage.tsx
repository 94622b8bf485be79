import { useState } from 'react';
import type { WireEvent } from '../trace/wire.ts';
import { seconds } from '../trace/words.ts';
import { WireHeaders } from './WireHeaders.tsx';

/** How a message crossed, where there is more than one way. */
const VIA = { stream: null, POST: 'POST', sse: 'SSE event', json: 'JSON' } as const;

/** One message in a line; unfolded, its exact text. */
export function WireMessage({ message }: { message: WireEvent }) {
  const { dir, what, method, id, t, via, code, reason, body, headers } = message;
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
          {code !== undefined && <span>code {code}</span>}{' '}
          {VIA[via] !== null && <span>{VIA[via]}</span>} {reason && <q>{reason}</q>}
        </span>{' '}
        <span className="wire-time">{seconds(t)}</span>
      </summary>
      {headers !== undefined && <WireHeaders headers={headers} />}
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
