import type { Moment } from '../trace/moments.ts';
import { seconds } from '../trace/words.ts';

/** A line across the log: what is above it was before. The flag is the timeline's, and so is the pointer. */
export function WireMoment({ moment: { what, text, t, reason, call } }: { moment: Moment }) {
  return (
    <li className="wire-moment" data-moment={what} data-call={call}>
      <span className={what === 'gave up' ? 'wire-gave-up' : 'wire-told'}>{text}</span>{' '}
      {reason !== null && <q>{reason}</q>}{' '}
      {t !== null && <span className="wire-time">{seconds(t)}</span>}
    </li>
  );
}
