import { lanesOf, namesBothWatch } from './coreLanes.ts';
import type { TraceEvent, Who } from './event.ts';

/**
 * Two traces, laid one over the other: live against native, one engine against another. Each is brought to
 * a normal form that leaves out what may differ (content/recordings/README.md says what and why), then the
 * lanes are compared one by one, in full and in order. Between lanes there is no order.
 */

export interface CompareOptions {
  /** Also compare times, which may differ by this many seconds. Left out: times are not compared. */
  within?: number;
  /** Compare what happened up to this moment, in seconds: a recording ends while its server still runs. */
  until?: number;
  /** Lanes to leave out: in memory a native client has no wire, for example. */
  without?: readonly Who[];
}

export type Comparison =
  | { same: true; lanes: number; steps: number }
  | {
      same: false;
      /** `tool 1`, `tool 1 child2`, `state`. */
      lane: string;
      /** Position in the lane, from 0. */
      at: number;
      /** The step as each side has it; null where that side's lane has ended. */
      left: string | null;
      right: string | null;
      sentence: string;
    };

/** The first difference of two traces, or that there is none. */
export function compare(
  left: readonly TraceEvent[],
  right: readonly TraceEvent[],
  options: CompareOptions = {},
): Comparison {
  const shared = {
    http: left.some(isHttp) && right.some(isHttp),
    code: hasCodes(left) && hasCodes(right),
    names: namesBothWatch(left, right),
    without: new Set(options.without ?? []),
    until: options.until ?? Infinity,
  };
  const a = lanesOf(left, shared);
  const b = lanesOf(right, shared);
  let steps = 0;
  const lanes = new Set([...a.keys(), ...b.keys()]);
  for (const lane of lanes) {
    const ours = a.get(lane) ?? [];
    const theirs = b.get(lane) ?? [];
    for (let at = 0; at < Math.max(ours.length, theirs.length); at++) {
      const x = ours[at];
      const y = theirs[at];
      if (x?.step !== y?.step) return difference(lane, at, x?.step ?? null, y?.step ?? null);
      if (x && y && options.within !== undefined && Math.abs(x.t - y.t) > options.within) {
        return difference(lane, at, `${x.step} at ${x.t} s`, `${y.step} at ${y.t} s`);
      }
      steps++;
    }
  }
  return { same: true, lanes: lanes.size, steps };
}

function difference(lane: string, at: number, left: string | null, right: string | null) {
  const [x, y] = [left ?? 'nothing more', right ?? 'nothing more'];
  const sentence = `Lane "${lane}", step ${at + 1}: ${x} on the left, ${y} on the right.`;
  return { same: false as const, lane, at, left, right, sentence };
}

function isHttp(event: TraceEvent): boolean {
  return event.kind.startsWith('http.');
}

/** True also where no call failed: then there is nothing to leave out. */
function hasCodes(events: readonly TraceEvent[]): boolean {
  return events.every((event) => event.kind !== 'client.error' || event.code !== undefined);
}
