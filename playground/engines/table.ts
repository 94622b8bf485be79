import type { Example } from '../example.ts';
import type { Recording } from '../trace/recording.ts';
import type { Kind } from '../trace/event.ts';
import type { Script, TransportChoice } from './engine.ts';

/** A run that native CPython was recorded in, and the script that plays it on an engine here. */
export interface Row {
  /** The recording under content/recordings, without `.json`. */
  recording: string;
  /** The example whose program is played. */
  example: string;
  /** Changes to the program's text that the recording was made with: `[from, to]`, in either language. */
  edits: Edit[];
  script: (example: Example) => Script;
  /** Kinds that native runs of this show or do not, by chance. */
  chance: Kind[];
}

type Edit = [string, string];

/** A recording that no script here plays, and why. */
export interface NoRow {
  recording: string;
  reason: string;
}

/** Recorded programs that are an example with another number in it. */
const VARIATIONS: Record<string, { example: string; edits: Edit[] }> = {
  order_book_hang_1s: {
    example: 'order_book_hang',
    edits: [
      ['move_on_after(5', 'move_on_after(1'],
      ['moveOnAfter(5', 'moveOnAfter(1'],
    ],
  },
};

/** How a recorded client gave up (content/recordings/README.md), as a script. */
const GIVEUPS: Record<string, (script: Script) => Script> = {
  none: (script) => script,
  stop: (script) => stopping(script, 0.5),
  // That the client had listed the tools before shows in the time of its answer only.
  stop_listed: (script) => stopping(script, 0.5),
  stop_full30: (script) => stopping(script, 0.5),
  stop_late: (script) => stopping(script, 16),
  stop_0: (script) => stopping(script, 0),
  stop_after: (script) => stopping(script, 1),
  stop_before: (script) => ({
    ...stopping(script, 0),
    calls: script.calls.map((call) => ({ ...call, at: 0.1 })),
  }),
  // Over a wire the task that awaits a call is cancelled as a scope is: `asStop` has its name changed.
  task: (script) => stopping(script, 0.5),
  timeout: (script) => ({
    ...script,
    calls: script.calls.map((call) => ({ ...call, read_timeout_seconds: 0.5 })),
  }),
  deadline: (script) => ({
    ...script,
    calls: script.calls.map((call) => ({ ...call, move_on_after: 0.5 })),
  }),
  twice: (script) => ({
    ...script,
    acts: [
      { at: 0.5, do: 'stop', call: 1 },
      { at: 0.55, do: 'stop', call: 1 },
    ],
  }),
  two: (script) => {
    const [first] = script.calls;
    const second = { ...first!, arguments: { title: 'Persuasion' } };
    return { ...stopping(script, 0.5), calls: [first!, second] };
  },
  disconnect: (script) => ({ ...script, acts: [{ at: 0.5, do: 'disconnect' }] }),
  drop: (script) => ({ ...script, acts: [{ at: 0.5, do: 'drop' }] }),
};

/** The connection of this project that a recorded transport stands beside. */
const TRANSPORTS: Record<string, TransportChoice> = {
  memory: { kind: 'memory' },
  // JSON-RPC over memory streams: the same messages as over a pipe.
  'memory-legacy': { kind: 'stdio', era: 'legacy' },
  'stdio-modern': { kind: 'stdio', era: 'modern' },
  'stdio-legacy': { kind: 'stdio', era: 'legacy' },
  ...httpTransports(),
};

function httpTransports(): Record<string, TransportChoice> {
  const named: Record<string, TransportChoice> = {};
  for (const era of ['modern', 'legacy'] as const)
    for (const json_response of [false, true])
      for (const stateless_http of [false, true]) {
        const switches = `${json_response ? '-json' : ''}${stateless_http ? '-stateless' : ''}`;
        named[`http-${era}${switches}`] = { kind: 'http', era, json_response, stateless_http };
      }
  return named;
}

/** Recordings without a row, by transport and give-up. */
const NOT_PLAYED: { transport: string; giveup: string; reason: string }[] = [
  {
    transport: 'memory',
    giveup: 'task',
    reason:
      'asyncio.Task.cancel() on the task that handler and client share is delivered once only; no control ' +
      'of this site does that, because every give-up here is the cancellation of a scope.',
  },
  {
    transport: 'memory-legacy',
    giveup: 'disconnect',
    reason:
      "The server runs in the client's own process, which waits for its handlers; the pipe that stands " +
      'for this connection belongs to a process that is killed two seconds later.',
  },
];

/** Where native runs of the same differ: which of two ends of a connection comes first. */
const CHANCE: { transport: string; giveup: string; kinds: Kind[] }[] = [
  { transport: 'http-legacy', giveup: 'disconnect', kinds: ['http.closed'] },
];

/**
 * The row for a recording, or why it has none.
 * @throws {Error} for a recording of a transport or give-up that the table does not know.
 */
export function rowFor(native: Recording): Row | NoRow {
  const { target: program, giveup } = native;
  const recording = `${native.transport}/${native.scenario}`;
  const here = (entry: { transport: string; giveup: string }) =>
    entry.transport === native.transport && entry.giveup === giveup;
  const excused = NOT_PLAYED.find(here);
  if (excused !== undefined) return { recording, reason: excused.reason };

  const transport = TRANSPORTS[native.transport];
  const script = GIVEUPS[giveup];
  if (transport === undefined || script === undefined)
    throw new Error(`The table has no row for ${recording}, and no reason why`);
  const { example, edits } = VARIATIONS[program] ?? { example: program, edits: [] };
  const payment = native.params['payment_s'];
  return {
    recording,
    example,
    edits: payment === 30 ? edits : [...edits, ['sleep(30)', `sleep(${payment})`]],
    script: ({ call }) =>
      script({ transport, calls: [{ ...call, read_timeout_seconds: null, at: 0 }], acts: [] }),
    chance: CHANCE.find(here)?.kinds ?? [],
  };
}

const stopping = (script: Script, at: number): Script => ({
  ...script,
  acts: [{ at, do: 'stop', call: 1 }],
});
