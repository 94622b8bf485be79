import { notices } from './notices.ts';

/** Milliseconds without an answer after which a worker counts as unresponsive. */
const unresponsiveAfter = 1000;
/** Milliseconds after a Stop that does not arrive until the worker is ended, or Kill is offered. */
const patience = 2000;
const loadIsLong = 3000;
const loadIsForEver = 10_000;

/** What is known of a busy worker. Moments are milliseconds on the watch's clock; null: not so. */
export interface Facts {
  now: number;
  /** The worker owes an answer. */
  silentSince: number | null;
  /** The program is being read. */
  loadingSince: number | null;
  /** The reader pressed Stop. */
  stopPressedAt: number | null;
  /** A handler computes, and the loop runs nothing else. */
  blockedSince: number | null;
  /** The loop runs nothing else until a call that waits has returned. */
  held: boolean;
  /** The client gave up on a call, however that came. */
  givenUpAt: number | null;
  /** A handler that nobody waits for goes on, with nothing that will end it. */
  stubborn: boolean;
}

export interface Verdict {
  unresponsive: boolean;
  /** A word for the reader while this is so. */
  warning: string | null;
  /** The worker must be ended, for this reason. */
  end: string | null;
}

/**
 * What to make of a busy worker. A handler that catches its cancellation keeps the loop turning, and one that
 * sleeps without an await will wake: both are reported and never ended, since Kill would hide what the program
 * does. Only a program that no message can reach is ended, and only after the reader asked for its stop.
 */
export function judge(facts: Facts): Verdict {
  const { now, loadingSince } = facts;
  const lasted = (since: number | null, atLeast: number) =>
    since !== null && now - since >= atLeast;
  const unresponsive = lasted(facts.silentSince, unresponsiveAfter);
  const verdict = (warning: string | null, end: string | null = null): Verdict => ({
    unresponsive,
    warning,
    end,
  });

  if (loadingSince !== null) {
    if (lasted(loadingSince, loadIsForEver)) return verdict(null, notices.loadsForEver);
    return verdict(lasted(loadingSince, loadIsLong) ? notices.loadsLong : null);
  }
  const beyondStop = (since: number | null) =>
    since !== null && facts.stopPressedAt !== null
      ? lasted(Math.max(since, facts.stopPressedAt), patience)
      : false;
  if (beyondStop(facts.silentSince) || beyondStop(facts.blockedSince)) {
    return verdict(null, notices.neverAwaited);
  }
  if (unresponsive) return verdict(notices.unresponsive);
  if (facts.held && facts.stopPressedAt !== null) return verdict(notices.held);
  if (facts.stubborn && lasted(facts.givenUpAt, patience)) return verdict(notices.stubborn);
  return verdict(null);
}
