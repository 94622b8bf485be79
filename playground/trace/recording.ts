import type { EventOf, Kind, Method, TraceEvent, Watched } from './event.ts';

/** A file of `content/recordings`: one run on native CPython. Its README says what each field means. */
export interface Recording {
  scenario: string;
  transport: string;
  protocol: string;
  target: string;
  giveup: string;
  giveup_means: string;
  /** Seconds; a handler without an end was still running then. */
  observed_until: number;
  params: Record<string, number>;
  final_state: Record<string, Watched>;
  versions: Record<string, string>;
  events: RecordedEvent[];
}

export interface RecordedEvent {
  t: number;
  kind: string;
  who: string;
  call?: string;
  [detail: string]: unknown;
}

/** What only the SDK's own insides can show; no panel draws it and no comparison uses it. */
const LEFT_OUT = new Set(['client.scope', 'request.enter', 'request.exit', 'handoff']);

/** Fields that the vocabulary has no word for: an await's end says its outcome by its kind. */
const DROPPED_FIELDS: Partial<Record<Kind, readonly string[]>> = {
  'await.return': ['outcome'],
  'result.dropped': ['derived'],
};

const CALLS: Record<string, number> = { A: 1, B: 2 };

/** A recording in the words of a live run: calls are numbers, children are tasks, state is one record. */
export function fromRecording(recording: Recording): TraceEvent[] {
  const methods = methodsOf(recording.events);
  const failed = failedCalls(recording.events);
  const scopes = new Scopes();
  const events: TraceEvent[] = [];
  for (const recorded of recording.events) {
    if (LEFT_OUT.has(recorded.kind)) continue;
    const { t, kind, who, call: letter, ...rest } = recorded;
    const call = letter === undefined ? undefined : CALLS[letter];
    if (letter !== undefined && call === undefined) throw new Error(`no call "${letter}"`);
    for (const field of DROPPED_FIELDS[kind as Kind] ?? []) delete rest[field];
    const common = { t, kind, who, ...(call === undefined ? {} : { call }) };
    events.push({ ...common, ...details(recorded, rest) } as TraceEvent);
  }
  return events;

  function details(recorded: RecordedEvent, rest: Record<string, unknown>): object {
    switch (recorded.kind as Kind) {
      case 'call.sent':
        return { ...rest, method: methods.get(recorded.call) ?? 'tools/call' };
      case 'handler.enter':
      case 'handler.exit':
        return { ...rest, target: recording.target };
      case 'state':
        return { values: rest };
      case 'await.enter':
      case 'await.return':
      case 'await.raise':
        return { ...rest, ...childOf(rest['what']) };
      case 'shield.enter':
        return { ...rest, scope: scopes.enter(recorded.call) };
      case 'shield.exit':
        return { ...rest, scope: scopes.exit(recorded.call) };
      case 'client.stop':
      case 'client.result':
        return { ...rest, is_error: failed.has(recorded.call) };
      case 'client.close':
      case 'client.closed':
      case 'client.error':
      case 'client.cancelled':
      case 'wire':
      case 'http.request':
      case 'http.response':
      case 'http.closed':
      case 'http.disconnect':
      case 'cancel.notice':
      case 'result.dropped':
      case 'catch':
      case 'finally.enter':
      case 'finally.exit':
      case 'check':
      case 'work.enter':
      case 'work.exit':
        return rest;
      default:
        throw new Error(`a recording knows no "${recorded.kind}"`);
    }
  }
}

/** The recorder names a task group's children by their await: `child-1` waits in the task `child1`. */
function childOf(what: unknown): { task?: string } {
  const child = typeof what === 'string' ? /^child-(\d+)$/.exec(what) : null;
  return child ? { task: `child${child[1]}` } : {};
}

/** `call.sent` does not say its method; the request does, on the wire or inside the SDK. */
function methodsOf(events: readonly RecordedEvent[]): Map<string | undefined, Method> {
  const methods = new Map<string | undefined, Method>();
  for (const event of events) {
    if (event.kind === 'request.enter' || (event.kind === 'wire' && event['what'] === 'request')) {
      methods.set(event.call, event['method'] as EventOf<'call.sent'>['method']);
    }
  }
  return methods;
}

/** The calls whose answer is an error, as the SDK built it. */
function failedCalls(events: readonly RecordedEvent[]): ReadonlySet<string | undefined> {
  const exits = events.filter((event) => event.kind === 'request.exit' && event['is_error']);
  return new Set(exits.map((event) => event.call));
}

/** Recordings do not number their shields; they nest, so counting on entry and a stack give each its own. */
class Scopes {
  private count = 0;
  private open = new Map<string | undefined, number[]>();

  enter(call: string | undefined): number {
    const stack = this.open.get(call) ?? [];
    this.open.set(call, [...stack, ++this.count]);
    return this.count;
  }

  exit(call: string | undefined): number {
    const scope = this.open.get(call)?.pop();
    if (scope === undefined) throw new Error('a shield was left that was not entered');
    return scope;
  }
}
