import type { WireRow as Row } from '../trace/wire.ts';
import { seconds } from '../trace/words.ts';
import { WireExchange, WireRequest } from './WireExchange.tsx';
import { WireMessage } from './WireMessage.tsx';

/** A stream may hold thousands of notifications; the last ones are shown. */
const MOST = 20;

/** A request with all that came of it, or a message that asks for nothing. */
export function WireRow({ row }: { row: Row }) {
  const { first, http, streamed, reply, missing, ghost, call } = row;
  const earlier = Math.max(streamed.length - MOST, 0);
  return (
    <li
      className="wire-row"
      data-wire={first.kind === 'wire' ? first.what : first.verb}
      data-method={first.kind === 'wire' ? first.method : undefined}
      data-id={first.kind === 'wire' ? first.id : undefined}
      data-call={call ?? undefined}
      data-status={http?.head?.status}
      data-closed-by={http?.closed?.by}
      data-reply={reply?.what ?? missing ?? undefined}
    >
      {first.kind === 'wire' ? <WireMessage message={first} /> : <WireRequest request={first} />}
      {http && (http.head !== null || http.closed?.by === 'client') && (
        <WireExchange exchange={http} />
      )}
      {earlier > 0 && <p className="wire-missing">{earlier} earlier messages of the stream</p>}
      {streamed.slice(earlier).map((message, index) => (
        <WireMessage key={earlier + index} message={message} />
      ))}
      {reply && <WireMessage message={reply} />}
      {missing === 'waiting' && <p className="wire-missing">← no answer yet</p>}
      {(missing === 'nothing was sent' || ghost) && (
        <p className={missing ? 'wire-missing is-none' : 'wire-missing'}>
          {missing === 'nothing was sent' && <span>← nothing was sent</span>}{' '}
          {ghost && (
            <span className="wire-ghost">
              <s>{ghost.value ?? (reply?.what === 'error' ? 'its error' : 'its value')}</s>{' '}
              {ghost.where === 'server' ? 'dropped' : 'arrived when nobody waited'}{' '}
              {seconds(ghost.t)}
            </span>
          )}
        </p>
      )}
    </li>
  );
}
