import { callsOf, gotNoAnswer, neverTold, type CallFacts, type GiveUp } from './calls.ts';
import type { TraceEvent } from './event.ts';
import { stripsOf, type Strip } from './state.ts';
import { failure, limit, seconds } from './words.ts';

/** One step of what happens to a call: `server told 0.50 s`. */
export interface Step {
  /** Stable while the run goes on: a step once said does not change its key. */
  key: string;
  text: string;
  /** Seconds since the run began; null where the step is a state and not a moment. */
  t: number | null;
  strong: boolean;
  tone: 'plain' | 'running' | 'done' | 'cancelled' | 'failed';
}

export interface StoryLine {
  call: number;
  /** `call 1`, where there is more than one. */
  label: string | null;
  steps: Step[];
  /** A sentence or two after the steps; empty where there is nothing to add. */
  after: string;
  /** The whole line as text. */
  text: string;
}

/** What the events cannot say: whether the run goes on, and whether the reader killed it. */
export interface Telling {
  live: boolean;
  killed: boolean;
}

/** The status line, one for each call. */
export function story(events: readonly TraceEvent[], telling: Telling): StoryLine[] {
  const calls = callsOf(events);
  const running = calls.filter(({ handler }) => handler && handler.end === null);
  return calls.map((facts) => {
    // What is left over belongs to no call; it is told with the handler that ended last.
    const last = calls.every(({ handler }) => (handler?.end ?? 0) <= (facts.handler?.end ?? 0));
    const leaks = last && running.length === 0 ? stripsOf(events).filter(isLeak) : [];
    return tell(facts, telling, leaks, calls.length > 1);
  });
}

function tell(facts: CallFacts, telling: Telling, leaks: Strip[], many: boolean): StoryLine {
  const steps: Step[] = [];
  beginning(facts, steps);
  middle(facts, telling, steps);
  ending(facts, telling, leaks, steps);
  const after = afterwards(facts, telling);
  const label = many ? `call ${facts.call}` : null;
  const line = steps.map(({ text, t }) => (t === null ? text : `${text} ${seconds(t)}`));
  const text = `${label ? `${label}: ` : ''}${line.join(' → ')}.${after && ` ${after}`}`;
  return { call: facts.call, label, steps, after, text };
}

const REQUESTED: Record<GiveUp, string> = {
  stop: 'stop requested',
  timeout: 'timed out',
  disconnect: 'disconnected',
  deadline: 'given up',
};

function beginning(facts: CallFacts, steps: Step[]): void {
  if (facts.gaveUp) {
    const { t, how } = facts.gaveUp;
    steps.push({ key: 'gave up', text: REQUESTED[how], t, strong: true, tone: 'cancelled' });
    if (facts.told !== null) {
      steps.push({ key: 'told', text: 'server told', t: facts.told, strong: false, tone: 'plain' });
    }
  } else if (facts.sent !== null) {
    steps.push({ key: 'sent', text: 'called', t: facts.sent, strong: false, tone: 'plain' });
  }
}

function middle(facts: CallFacts, { live, killed }: Telling, steps: Step[]): void {
  const { handler, raised, gaveUp } = facts;
  const goesOn = live && !killed && handler !== null && handler.end === null;
  if (gaveUp && raised?.by === 'await') {
    steps.push(state('unwinding', goesOn, 'cancelled'));
  } else if (gaveUp && handler?.thread && (goesOn || raised?.by === 'check')) {
    steps.push(state('still running', goesOn && !raised, 'running'));
    if (raised) {
      const { t } = raised;
      steps.push({ key: 'check', text: 'a check raised', t, strong: goesOn, tone: 'cancelled' });
    }
  } else if (gaveUp && goesOn) {
    steps.push(state('still running', true, 'running'));
  } else if (goesOn) {
    steps.push(state(facts.finally.open ? 'cleaning up' : 'running', true, 'running'));
  }
  if (facts.caught !== null) {
    const text = 'cancellation caught';
    steps.push({ key: 'caught', text, t: facts.caught, strong: false, tone: 'plain' });
  }
  if (facts.cut) {
    const text = `cut by its ${facts.cut.limit === null ? '' : `${limit(facts.cut.limit)} `}limit`;
    steps.push({ key: 'cut', text, t: facts.cut.t, strong: false, tone: 'cancelled' });
  }
}

function state(text: string, strong: boolean, tone: Step['tone']): Step {
  return { key: text, text, t: null, strong, tone };
}

function ending(facts: CallFacts, { live, killed }: Telling, leaks: Strip[], steps: Step[]): void {
  const { handler, client, gaveUp } = facts;
  const end = (text: string, t: number | null, tone: Step['tone']) =>
    steps.push({ key: 'end', text, t, strong: true, tone });

  if (handler && handler.end !== null && handler.exit) {
    const left = leaks.map(leftWords).join(' and ');
    switch (handler.outcome) {
      case 'cancelled':
        if (left) end(`ended ${seconds(handler.end)} with ${left}`, null, 'failed');
        else
          end(facts.finally.finished === null ? 'ended' : 'cleaned up', handler.end, 'cancelled');
        break;
      case 'raised': {
        const why = failure(handler.exit);
        end(`failed ${seconds(handler.end)} with ${why}${left && `, ${left}`}`, null, 'failed');
        break;
      }
      case 'returned':
      case null:
        if (facts.dropped) {
          // A legacy session answers a cancelled request with an error, whatever its handler returned.
          const became = facts.dropped.what === 'error' ? 'replaced by an error' : 'dropped';
          end(`ended ${seconds(handler.end)}, its value was ${became}`, null, 'done');
        } else end('returned', handler.end, 'done');
        break;
    }
  } else if (killed) {
    end(killedWords(facts), null, 'failed');
  } else if (handler && !live) {
    const process = facts.onPipe && gaveUp?.how === 'disconnect';
    end(process ? 'its process was killed' : 'not seen to end', null, 'failed');
  } else if (!handler && client && gaveUp) {
    end('the handler never started', null, 'cancelled');
  }

  if (!gaveUp && client?.how === 'answered') {
    steps.push({ key: 'answered', text: 'answered', t: client.t, strong: true, tone: 'done' });
  } else if (!gaveUp && client?.how === 'failed' && handler?.outcome !== 'raised') {
    const why = client.event.kind === 'client.error' ? ` with ${failure(client.event)}` : '';
    steps.push({
      key: 'answered',
      text: `failed ${seconds(client.t)}${why}`,
      t: null,
      strong: true,
      tone: 'failed',
    });
  }
}

function killedWords({ finally: { open, entered }, handler }: CallFacts): string {
  if (!handler) return 'Killed';
  if (open) return 'Killed: its finally was cut short';
  return entered === null ? 'Killed: no finally ran' : 'Killed';
}

function afterwards(facts: CallFacts, { live, killed }: Telling): string {
  const { gaveUp, client, handler, again } = facts;
  const sentences: string[] = [];
  const settled = handler ? handler.end !== null : client !== null;
  if (gaveUp && settled && !killed) {
    if (facts.onWire || !handler) {
      if (neverTold(facts)) sentences.push('The server never learnt of it.');
      if (gotNoAnswer(facts)) sentences.push('Nothing was sent.');
      else if (facts.dropped?.where === 'client') sentences.push(lateWords(facts));
    } else if (client && handler?.end != null && client.t >= handler.end) {
      sentences.push(
        client.event.kind === 'client.result'
          ? 'In memory the client waits, and was given the answer.'
          : 'In memory the client waits for the handler to end.',
      );
    }
  }
  if (!gaveUp && client?.how === 'failed' && handler?.outcome === 'raised') {
    sentences.push('The client was sent an error.');
  }
  if (again.some(({ late }) => late)) sentences.push('Stop came after the end: nothing to stop.');
  else if (again.length > 0 && !live) sentences.push('Stopping again changed nothing.');
  return sentences.join(' ');
}

function lateWords({ reply }: CallFacts): string {
  return reply?.what === 'error'
    ? `An error came when nobody waited: ${reply.message ?? `code ${reply.code}`}.`
    : 'An answer came when nobody waited.';
}

function isLeak(strip: Strip): boolean {
  return strip.leak !== null;
}

/** `a hold left over`, from a set named `holds`; `search left in offline`. */
function leftWords({ name, leak }: Strip): string {
  const count = Array.isArray(leak) ? leak.length : 1;
  if (Array.isArray(leak) && /[a-z]{2}s$/.test(name)) {
    const one = name.slice(0, -1);
    const article = /^[aeiou]/i.test(one) ? 'an' : 'a';
    return count === 1 ? `${article} ${one} left over` : `${count} ${name} left over`;
  }
  if (Array.isArray(leak)) return `${leak.map(String).join(', ')} left in ${name}`;
  return `${name} left over`;
}
