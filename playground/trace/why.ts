import type { Bar } from './bars.ts';
import { callsOf, type CallFacts } from './calls.ts';
import type { EventOf, TraceEvent } from './event.ts';
import { limit, named, seconds } from './words.ts';

/** Why something was cancelled: who began it, through which scope it came, and which functions it passed. */
export interface Why {
  /** `The client pressed Stop at 0.50 s (caller cancelled).` */
  who: string;
  /** `It came through the scope that the server has around each request.` */
  scope: string;
  /** From the inside out. */
  frames: Frame[];
  /** All of it, in sentences. */
  text: string;
}

export interface Frame {
  fn: string;
  /** The line that raised; null in a recording. */
  line: number | null;
}

/** Two moments that are one: recordings are rounded to a millisecond, and raise one frame after the other. */
const TOGETHER = 0.005;

/** Why the bar was cancelled; null for one that was not, or where nobody saw why. */
export function why(events: readonly TraceEvent[], bar: Bar): Why | null {
  if (bar.state !== 'cancelled') return null;
  const cut = cutAt(events, bar);
  const raises = raisesAt(events, bar, cut);
  const facts = callsOf(events).find(({ call }) => call === bar.call);
  const who = cut ? deadline(cut) : facts && giveUp(facts, events);
  if (who == null) return null;
  const scope = cut
    ? 'It came through that scope, and goes no further out.'
    : bar.kind === 'call'
      ? 'It came through the scope around the call, on the client’s side.'
      : 'It came through the scope that the server has around each request.';
  const frames = bar.kind === 'call' ? [] : raises.map(frameOf);
  const path = pathOf(frames);
  return { who, scope, frames, text: [who, scope, path].filter(Boolean).join(' ') };
}

type Raise = EventOf<'await.raise'> | EventOf<'check'>;

/** Bars that hold others: what raised first in them ended them, in the end. */
const OUTER: ReadonlySet<Bar['kind']> = new Set(['handler', 'thread', 'try']);

/** What raised when the bar was cancelled: innermost first. */
function raisesAt(events: readonly TraceEvent[], bar: Bar, cut: Cut | null): Raise[] {
  const raises = events.filter(
    (event): event is Raise =>
      event.call === bar.call &&
      ((event.kind === 'await.raise' && event.outcome === 'cancelled') ||
        (event.kind === 'check' && event.raised)),
  );
  const first = raises.find(({ t }) => t >= bar.start - TOGETHER);
  const moment = OUTER.has(bar.kind) ? first?.t : (cut?.t ?? bar.end);
  return raises.filter(({ t }) => moment !== undefined && Math.abs(t - moment) <= TOGETHER);
}

type Cut = EventOf<'shield.exit'> | EventOf<'scope.exit'>;

/** The scope whose own limit ended the bar. */
function cutAt(events: readonly TraceEvent[], bar: Bar): Cut | null {
  const cuts = events.filter(
    (event): event is Cut =>
      (event.kind === 'shield.exit' || event.kind === 'scope.exit') &&
      event.cancelled_caught &&
      event.call === bar.call,
  );
  // What is outside of the scope ends by something else, even at the same moment.
  if (OUTER.has(bar.kind) || bar.kind === 'call') return null;
  return cuts.find(({ t }) => Math.abs(t - bar.end) <= TOGETHER) ?? null;
}

function deadline({ limit: after, t, kind }: Cut): string {
  const what = kind === 'shield.exit' ? 'The shield' : 'The scope';
  return `${what}’s own limit${after === null ? '' : ` of ${limit(after)}`} ran out at ${seconds(t)}.`;
}

function giveUp({ call, gaveUp }: CallFacts, events: readonly TraceEvent[]): string | null {
  if (gaveUp === null) return null;
  const notice = events.find((event) => event.kind === 'cancel.notice' && event.call === call);
  const reason = notice?.kind === 'cancel.notice' ? notice.reason : undefined;
  const at = `at ${seconds(gaveUp.t)}${reason === undefined ? '' : ` (${reason})`}`;
  switch (gaveUp.how) {
    case 'stop':
      return `The client stopped the call ${at}.`;
    case 'timeout':
      return `The client’s read timeout ran out ${at}.`;
    case 'disconnect':
      return `The client disconnected ${at}.`;
    case 'deadline':
      return `A scope around the client’s call ran out ${at}.`;
  }
}

function frameOf(raise: Raise): Frame {
  const own = named(raise.fn);
  const fn = own ?? (raise.kind === 'check' ? 'the thread' : raise.what);
  return { fn, line: raise.line ?? null };
}

function pathOf(frames: readonly Frame[]): string {
  const [first, ...rest] = frames.map(({ fn, line }) =>
    line === null ? fn : `${fn}, line ${line}`,
  );
  if (first === undefined) return '';
  return rest.length === 0
    ? `It was raised in ${first}.`
    : `It was raised in ${first}, and passed ${rest.join('; ')}.`;
}
