import type { Seen, Unseen } from '../../content/claims.ts';
import type { TraceEvent, Watched } from '../trace/event.ts';
import { normal } from '../trace/leaves.ts';
import { inWords } from '../trace/table.ts';
import { isEmpty, limit, named, seconds, valueText } from '../trace/words.ts';

/** What decides a case, in words. */
export interface Reason {
  /** `release_hold raised at its first await`. */
  text: string;
  /** Seconds since the run began; null for what never happened, and for what is left at the end. */
  t: number | null;
  /** Its line in the program. */
  line: number | null;
}

/** The reason that a matched event gives. */
export function reasonOf(event: TraceEvent, events: readonly TraceEvent[]): Reason {
  return { text: happened(event, events), t: event.t, line: event.line ?? null };
}

/** An event as a sentence without its full stop. */
export function happened(event: TraceEvent, events: readonly TraceEvent[]): string {
  const fn = named(event.fn);
  switch (event.kind) {
    case 'await.raise': {
      if (fn === null || event.outcome !== 'cancelled') break;
      const raised = `${fn} raised at its ${nth(event, events)} await`;
      return normal(event.what) === 'sleep' ? raised : `${raised}, of ${event.what}`;
    }
    case 'await.return':
      if (fn === null) break;
      return `${fn} waited for ${event.what} to its end`;
    case 'finally.exit':
      if (fn === null) break;
      return event.outcome === 'returned'
        ? `the finally of ${fn} ran to its end`
        : `the finally of ${fn} was cut`;
    case 'shield.exit':
      return event.cancelled_caught
        ? `the shield was cut by its own limit of ${limit(event.limit ?? 0)}`
        : 'the shield ended by itself';
    case 'wire':
      return `${event.method ?? `the ${event.what}`} went from ${event.dir === 'c2s' ? 'client to server' : 'server to client'}`;
    case 'handler.enter':
    case 'handler.exit':
    case 'work.enter':
    case 'work.exit':
    case 'result.dropped':
      return inWords(event) ?? event.kind;
    case 'check':
      return event.raised ? 'the check raised' : 'the check passed';
    case 'client.cancelled':
      return 'the await of the call was cancelled on the client’s side';
    case 'shield.enter':
      return event.limit === null
        ? 'a shield began, without a limit'
        : `a shield began, with a limit of ${limit(event.limit)}`;
    case 'state':
      return Object.entries(event.values)
        .map(
          ([name, value]) => `${name} ${isEmpty(value) ? 'is empty' : `holds ${valueText(value)}`}`,
        )
        .join('; ');
    default:
      break;
  }
  const who = event.who === 'tool' ? (fn ?? 'the handler') : `the ${event.who}`;
  return `${who} ${inWords(event) ?? event.kind}`;
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Which await of its function this is, as a reader would count them in the program (loops aside). */
function nth(event: TraceEvent, events: readonly TraceEvent[]): string {
  const before = events
    .slice(0, events.indexOf(event))
    .filter(
      ({ kind, fn, call }) => kind === 'await.enter' && fn === event.fn && call === event.call,
    );
  return ORDINALS[before.length - 1] ?? `${before.length}th`;
}

/** The reason that an absent event gives. */
export function neverHappened(unseen: Unseen, events: readonly TraceEvent[]): Reason {
  const { after, before } = unseen;
  const since = after === undefined ? '' : ` after ${seconds(after)}`;
  const until = before === undefined ? '' : ` before ${seconds(before)}`;
  return { text: `${absence(unseen, events)}${since}${until}`, t: null, line: null };
}

function absence(unseen: Unseen, events: readonly TraceEvent[]): string {
  const what = typeof unseen['what'] === 'string' ? spelled(unseen['what'], events) : undefined;
  switch (unseen.kind) {
    case 'wire':
      if (unseen['method'] !== undefined) return `no ${String(unseen['method'])} crossed the wire`;
      return unseen['dir'] === 's2c' ? 'no answer crossed the wire' : 'no message crossed a wire';
    case 'await.raise':
      return 'no await raised';
    case 'await.enter':
      return what === undefined ? 'nothing was awaited' : `${what} was never reached`;
    case 'handler.exit':
      return 'the handler never ended';
    case 'http.disconnect':
      return 'the stream of the answer stayed open';
    default:
      return `there was no ${described(unseen)}`;
  }
}

/** The data's `releaseHold` as the program that ran would spell it. */
function spelled(name: string, events: readonly TraceEvent[]): string {
  const snake = events.some(({ fn }) => fn?.includes('_'));
  return snake ? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : name;
}

/** The reason that a watched variable gives by what it held at the end. */
export function leftWords(name: string, value: Watched | undefined): Reason {
  const text = isEmpty(value)
    ? `${name} is empty at the end`
    : `${valueText(value ?? null)} is still in ${name} at the end`;
  return { text, t: null, line: null };
}

const NO_WORD = new Set(['kind', 't', 'decides', 'anywhere', 'after', 'before']);

/** A pattern in the vocabulary of events: `finally.exit (outcome returned) at 0.60 s`. */
export function described(seen: Seen | Unseen): string {
  const kind = typeof seen.kind === 'string' ? seen.kind : seen.kind.join(' or ');
  const fields = Object.entries(seen)
    .filter(([name]) => !NO_WORD.has(name))
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const t = seen['t'];
  const at = typeof t === 'number' ? ` at ${seconds(t)}` : '';
  return `${kind}${fields.length === 0 ? '' : ` (${fields.join(', ')})`}${at}`;
}
