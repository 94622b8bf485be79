import type { CallFacts, GiveUp } from './calls.ts';
import type { EventOf, TraceEvent } from './event.ts';
import { laneOf, type Tracks } from './tracks.ts';
import { limit, seconds } from './words.ts';

export type MarkKind =
  | GiveUp
  | 'again'
  | 'told'
  | 'message'
  | 'closed'
  | 'check'
  | 'catch'
  | 'pending'
  | 'limit'
  | 'dropped';

/** A moment in the picture. */
export interface Mark {
  id: string;
  kind: MarkKind;
  /** Seconds since the run began. */
  t: number;
  lane: string;
  call: number | null;
  /**
   * `cancelled`: it is the cancellation, or raised it. `hollow`: a cancellation that waits outside a shield;
   * `filled`: the shield has ended, and it goes on.
   */
  state: 'plain' | 'cancelled' | 'hollow' | 'filled' | 'ghost';
  line: number | null;
  /** What is written beside it. */
  label: string;
  /** The whole of it in words. */
  name: string;
  /** A pending cancellation: since when it waited. */
  since: number | null;
}

const GAVE_UP: Record<GiveUp, [label: string, name: string]> = {
  stop: ['Stop', 'the client stops'],
  timeout: ['Timeout', "the client's timeout ran out"],
  disconnect: ['Disconnect', 'the client disconnects'],
  deadline: ['Gave up', 'the client gave up'],
};

/** What happens at a moment: give-ups, messages, checks, the pending cancellation, the dropped value. */
export function marksOf(
  events: readonly TraceEvent[],
  calls: readonly CallFacts[],
  { nodes, places }: Tracks,
): Mark[] {
  const marks: Mark[] = [];
  const http = events.some(({ kind }) => kind.startsWith('http.'));
  for (const facts of calls) {
    clientMarks(facts);
    pendingMarks(facts);
  }
  limitMarks();
  for (const event of events) eventMark(event);
  return marks;

  function add(mark: Omit<Mark, 'id' | 'since' | 'line'> & Partial<Pick<Mark, 'since' | 'line'>>) {
    marks.push({ since: null, line: null, ...mark, id: `mark${marks.length}` });
  }

  function clientMarks({ call, gaveUp, again, told, handler }: CallFacts): void {
    const lane = `${call}/client`;
    if (gaveUp) {
      const [label, name] = GAVE_UP[gaveUp.how];
      add({
        kind: gaveUp.how,
        t: gaveUp.t,
        lane,
        call,
        state: 'cancelled',
        label: `${label} ${seconds(gaveUp.t)}`,
        name: `${name}, ${seconds(gaveUp.t)}`,
      });
    }
    for (const { t, late } of again) {
      const why = late ? 'the call had ended' : 'again';
      const name = `Stop, ${why}, ${seconds(t)}: changes nothing`;
      add({ kind: 'again', t, lane, call, state: 'plain', label: `Stop, ${why}`, name });
    }
    if (told !== null) {
      add({
        kind: 'told',
        t: told,
        lane: handler ? handlerLane(call) : lane,
        call,
        state: 'cancelled',
        label: '',
        name: `the server learns that the client gave up, ${seconds(told)}`,
      });
    }
  }

  /**
   * A cancellation that finds a shield waits outside it; the shield's end lets it in. Over HTTP a server may be
   * told and not act on it: there only an await that raised shows that it did.
   */
  function pendingMarks(facts: CallFacts): void {
    const { raised, told, gaveUp, onWire } = facts;
    if (!gaveUp || (!raised && http)) return;
    const cancelled = told ?? raised?.t ?? (onWire ? null : gaveUp.t);
    if (cancelled === null) return;
    const since = Math.max(cancelled, gaveUp.t);
    for (const node of nodes) {
      if (node.kind !== 'shield' || node.call !== facts.call) continue;
      if ((node.end !== null && node.end < since) || inShield(node)) continue;
      const from = Math.max(since, node.start);
      const lane = laneOf(node);
      const words = `the cancellation waits outside the shield, from ${seconds(from)}`;
      add({
        kind: 'pending',
        t: node.end ?? from,
        lane,
        call: node.call,
        state: node.end === null ? 'hollow' : 'filled',
        label: '',
        name: node.end === null ? words : `${words} to ${seconds(node.end)}`,
        since: from,
        line: node.lines[0] ?? null,
      });
    }
  }

  /** Where a limit will cut, or did. A block that ended before its limit has nothing to do with it. */
  function limitMarks(): void {
    for (const node of nodes) {
      if (node.limit === null || (node.end !== null && !node.caught)) continue;
      const t = node.start + node.limit;
      const words = `${node.kind === 'shield' ? "the shield's limit" : 'the limit'} of ${limit(node.limit)}`;
      add({
        kind: 'limit',
        t,
        lane: laneOf(node),
        call: node.call,
        state: node.caught ? 'cancelled' : 'plain',
        label: `${limit(node.limit)} limit`,
        name: `${words} ends, ${seconds(t)}`,
      });
    }
  }

  function eventMark(event: TraceEvent): void {
    switch (event.kind) {
      case 'wire':
        if (event.call !== undefined) messageMark(event, event.call);
        break;
      case 'http.request':
        if (event.verb === 'DELETE') goodbyeMark(event.t);
        break;
      case 'http.closed':
        if (event.call !== undefined) closedMark(event, event.call);
        break;
      case 'check':
        add({
          kind: 'check',
          t: event.t,
          lane: laneAt(event),
          call: event.call ?? null,
          state: event.raised ? 'cancelled' : 'plain',
          label: event.raised ? 'check raised' : '',
          name: `check, ${seconds(event.t)}: ${event.raised ? 'raised' : 'not cancelled'}`,
          line: event.line ?? null,
        });
        break;
      case 'catch':
        add({
          kind: 'catch',
          t: event.t,
          lane: laneAt(event),
          call: event.call ?? null,
          state: 'cancelled',
          label: 'caught',
          name: `the handler caught the cancellation and goes on, ${seconds(event.t)}`,
          line: event.line ?? null,
        });
        break;
      case 'result.dropped':
        if (event.call !== undefined) droppedMark(event, event.call);
        break;
      default:
        break;
    }
  }

  function messageMark(event: EventOf<'wire'>, call: number): void {
    const arrow = event.dir === 'c2s' ? '→' : '←';
    const what = event.method ?? (event.what === 'response' ? 'result' : event.what);
    const cancels = event.method === 'notifications/cancelled';
    const way = event.dir === 'c2s' ? 'to the server' : 'to the client';
    add({
      kind: 'message',
      t: event.t,
      lane: `${call}/wire`,
      call,
      state: cancels ? 'cancelled' : 'plain',
      label: `${arrow} ${what}`,
      name: `${what} ${way}, ${seconds(event.t)}`,
    });
  }

  /** The client closed the connection that the answer would have come by. */
  function closedMark(event: EventOf<'http.closed'>, call: number): void {
    const by = event.by ?? 'client';
    add({
      kind: 'closed',
      t: event.t,
      lane: `${call}/wire`,
      call,
      state: 'cancelled',
      label: 'closed',
      name: `the ${by} closed the connection, ${seconds(event.t)}`,
    });
  }

  /** A session's end is about every call that its client left open. */
  function goodbyeMark(t: number): void {
    for (const { call, gaveUp, onWire } of calls) {
      if (gaveUp?.how !== 'disconnect' || !onWire) continue;
      add({
        kind: 'message',
        t,
        lane: `${call}/wire`,
        call,
        state: 'cancelled',
        label: '→ DELETE',
        name: `DELETE to the server: the client ends its session, ${seconds(t)}`,
      });
    }
  }

  function droppedMark(event: EventOf<'result.dropped'>, call: number): void {
    const what = event.value ?? (event.what === 'error' ? 'its error' : 'its value');
    add({
      kind: 'dropped',
      t: event.t,
      lane: event.where === 'server' ? handlerLane(call) : `${call}/client`,
      call,
      state: 'ghost',
      label: `${what} dropped`,
      name: `${what} was dropped, ${seconds(event.t)}: ${event.where === 'server' ? 'nobody was sent it' : 'nobody waited for it'}`,
    });
  }

  function handlerLane(call: number): string {
    const node = nodes.find(
      ({ kind, call: of }) => of === call && (kind === 'handler' || kind === 'thread'),
    );
    return node ? laneOf(node) : `${call}/client`;
  }

  function laneAt(event: TraceEvent): string {
    const node = places.get(event);
    return node ? laneOf(node) : handlerLane(event.call ?? 0);
  }
}

function inShield(node: Tracks['nodes'][number]): boolean {
  for (let at = node.parent; at; at = at.parent) if (at.kind === 'shield') return true;
  return false;
}
