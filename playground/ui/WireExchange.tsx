import type { EventOf } from '../trace/event.ts';
import type { Exchange } from '../trace/exchange.ts';
import { seconds } from '../trace/words.ts';
import { WireHeaders } from './WireHeaders.tsx';

/** An HTTP request that carries no message: it opens the server's own stream, or ends the session. */
export function WireRequest({ request }: { request: EventOf<'http.request'> }) {
  return (
    <details className="wire-message">
      <summary>
        <span className="wire-dir" role="img" aria-label="to the server">
          →
        </span>{' '}
        <code className="wire-method">{request.verb}</code>{' '}
        <span className="wire-about">
          {request.verb === 'DELETE' ? 'ends the session' : 'opens the server’s own stream'}
        </span>{' '}
        <span className="wire-time">{seconds(request.t)}</span>
      </summary>
      <WireHeaders headers={request.headers} />
    </details>
  );
}

/** The head of a response, and who ended its connection. */
export function WireExchange({ exchange: { head, closed } }: { exchange: Exchange }) {
  const stream = head?.media === 'sse';
  // A recording does not tell when a server closed one.
  const open = stream && closed === null && head.exchange !== undefined;
  return (
    <details className="wire-message wire-http">
      <summary>
        <span className="wire-dir" role="img" aria-label="to the client">
          ←
        </span>{' '}
        <span className="wire-about">
          {head === null ? (
            <span>no response</span>
          ) : (
            <span>
              <code>{head.status}</code> {saysBody(head)}
            </span>
          )}{' '}
          {closed?.by === 'client' && (
            <span className="wire-closed">
              {stream ? 'stream' : 'connection'} closed by the client {seconds(closed.t)}
            </span>
          )}
          {closed?.by === 'server' && stream && (
            <span>stream closed by the server {seconds(closed.t)}</span>
          )}
          {open && <span>stream open</span>}
        </span>{' '}
        {head !== null && <span className="wire-time">{seconds(head.t)}</span>}
      </summary>
      <WireHeaders headers={head?.headers} />
    </details>
  );
}

function saysBody({ status, media }: EventOf<'http.response'>): string {
  if (status === 202) return 'accepted';
  return media === 'sse' ? 'event stream' : 'one piece';
}
