import type { Case, Transport } from '../../content/claims.ts';
import { compare } from '../trace/compare.ts';
import type { TraceEvent } from '../trace/event.ts';
import { fromRecording, type Recording } from '../trace/recording.ts';

/** A live run compared with the recording of the same run on native CPython. */
export interface Overlay {
  same: boolean;
  /** `Same 23 events as CPython 3.11.7, mcp 2.3.0`, or the first difference. */
  text: string;
}

/** What is not compared, and why. */
export const NOT_COMPARED: readonly { what: string; reason: string }[] = [
  { what: 'times', reason: 'a recorded run waited for real processes and sockets' },
  { what: 'ids and the texts of messages', reason: 'each SDK has its own' },
  { what: 'the order of two parties', reason: 'at one moment either may come first' },
];

/**
 * The path of the recording of the same run, below content/recordings and without `.json`; null for a kind of case
 * that is never recorded. The file may not exist.
 */
export function recordingOf(facts: Case, on: Transport): string | null {
  const { example, calls, stops = [], timeout } = facts;
  if (calls !== undefined) return null;
  const how = giveUpOf(stops, timeout);
  if (how === null) return null;
  // Where a Stop does not cancel, the usual recording has a payment of only three seconds.
  const full = how === 'stop' && example === 'order_book' && runsOn(on);
  return `${on}/${example}.${full ? 'stop_full30' : how}`;
}

function giveUpOf(stops: readonly number[], timeout: number | undefined): string | null {
  if (timeout !== undefined) return timeout === 0.5 && stops.length === 0 ? 'timeout' : null;
  if (stops.length === 0) return 'none';
  return stops.length === 1 && stops[0] === 0.5 ? 'stop' : null;
}

const runsOn = (on: Transport) => on === 'http-modern-json' || on === 'http-legacy-stateless';

/** Compare a run with its recording, up to the moment at which the recording ends. */
export function layOver(events: readonly TraceEvent[], recording: Recording): Overlay {
  const { versions, observed_until } = recording;
  const made = `CPython ${versions['python']}, mcp ${versions['mcp']}`;
  const observed = events.filter(({ t }) => t <= observed_until);
  const compared = compare(observed, fromRecording(recording));
  if (compared.same) return { same: true, text: `Same ${compared.steps} events as ${made}` };
  const { lane, at, left, right } = compared;
  const [here, there] = [left ?? 'nothing more', right ?? 'nothing more'];
  const text = `Not as on ${made}: of ${lane}, event ${at + 1} is ${here} here and ${there} there`;
  return { same: false, text };
}
