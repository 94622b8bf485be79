import type { Case, Claim, Drawn, Seen } from '../../content/claims.ts';
import type { RunEnd } from '../engines/engine.ts';
import { bars } from '../trace/bars.ts';
import type { TraceEvent, Watched } from '../trace/event.ts';
import { seconds } from '../trace/words.ts';
import { isDrawn, isSeen, isUnseen, same } from './match.ts';
import { described, happened, leftWords, neverHappened, reasonOf, type Reason } from './words.ts';

/** What a case expected and what happened instead. */
export interface Failure {
  expected: string;
  happened: string;
}

/** Whether a run shows what its case says. */
export interface Proof {
  holds: boolean;
  /** The few events that decide it, in the run's own words. */
  reasons: Reason[];
  /** Empty where it holds. */
  failures: Failure[];
}

/** Check a run against its case. */
export function prove(
  facts: Case,
  events: readonly TraceEvent[],
  end: Pick<RunEnd, 'outcome' | 'message'>,
): Proof {
  const failures: Failure[] = [];
  const reasons: Reason[] = [];
  inOrder(facts.events);
  for (const unseen of facts.absent ?? []) {
    const found = events.find((event) => isUnseen(event, unseen));
    const never = neverHappened(unseen, events);
    if (found) failures.push({ expected: never.text, happened: told(found) });
    else if (unseen.decides) reasons.push(never);
  }
  for (const [name, wanted] of Object.entries(facts.left ?? {})) {
    const value = left(events, name);
    if (!same(value ?? [], wanted))
      failures.push({
        expected: leftWords(name, [...wanted]).text,
        happened: leftWords(name, value).text,
      });
    else reasons.push(leftWords(name, value));
  }
  isOver();
  isPictured(facts.bars ?? []);
  return { holds: failures.length === 0, reasons, failures };

  /** Each occurs after the one before it. */
  function inOrder(wanted: readonly Seen[]): void {
    let from = 0;
    for (const seen of wanted) {
      const start = seen.anywhere ? 0 : from;
      const at = events.findIndex((event, index) => index >= start && isSeen(event, seen));
      if (at === -1) {
        failures.push({ expected: described(seen), happened: nearest(seen) });
        continue;
      }
      if (!seen.anywhere) from = at + 1;
      if (seen.decides) reasons.push(reasonOf(events[at]!, events));
    }
  }

  function isOver(): void {
    const { outcome = 'ended' } = facts;
    if (end.outcome !== outcome)
      failures.push({
        expected: `the run ${outcome}`,
        happened: `the run ${end.outcome}${end.message === undefined ? '' : `: ${end.message}`}`,
      });
    const last = events.at(-1)?.t ?? 0;
    if (!same(last, facts.end))
      failures.push({
        expected: `the last event at ${seconds(facts.end)}`,
        happened: `the last one at ${seconds(last)}`,
      });
  }

  function isPictured(wanted: readonly Drawn[]): void {
    const picture = bars(events, { now: facts.end, live: false });
    const checks = picture.marks.filter(({ kind }) => kind === 'check');
    const drawn = [
      ...picture.bars.map((bar) => ({ ...bar, end: bar.open ? null : bar.end })),
      ...checks,
    ];
    for (const one of wanted) {
      if (drawn.some((each) => isDrawn(each, one))) continue;
      const { kind, ...fields } = one;
      const alike = drawn.filter((each) => each.kind === kind).map(({ name }) => name);
      failures.push({
        expected: `a bar: ${described({ kind, ...fields })}`,
        happened: alike.length === 0 ? 'none of that kind' : alike.join('; '),
      });
    }
  }

  function nearest(seen: Seen): string {
    const kinds = typeof seen.kind === 'string' ? [seen.kind] : seen.kind;
    const alike = events.filter(({ kind }) => kinds.includes(kind));
    if (alike.length === 0) return 'no such event';
    return alike.slice(0, 3).map(told).join('; ');
  }

  function told(event: TraceEvent): string {
    return `${happened(event, events)}, ${seconds(event.t)}`;
  }
}

/** Measure a number that a claim quotes: a field of an event, or the seconds between two events. Null: not found. */
export function measure(
  figure: NonNullable<Claim['figures']>[number],
  events: readonly TraceEvent[],
): number | null {
  const since = 'since' in figure ? events.findIndex((event) => isSeen(event, figure.since)) : -1;
  if ('since' in figure && since === -1) return null;
  const found = events.find((event, index) => index > since && isSeen(event, figure.of));
  if (found === undefined) return null;
  const value =
    'since' in figure
      ? found.t - events[since]!.t
      : (found as unknown as Record<string, unknown>)[figure.field];
  return typeof value === 'number' ? Number(value.toFixed(6)) : null;
}

/** What a watched variable held at the end. */
function left(events: readonly TraceEvent[], name: string): Watched | undefined {
  const last = events.findLast(({ kind }) => kind === 'state');
  return last?.kind === 'state' ? last.values[name] : undefined;
}
