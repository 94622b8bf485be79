import type { Example } from '../example.ts';
import type { Script, TransportChoice } from './engine.ts';

/** A run that native CPython was recorded in, and the script that plays it on an engine here. */
export interface Row {
  /** The recording under content/recordings, without `.json`. */
  recording: string;
  /** The example whose program is played. */
  example: string;
  /** Changes to the program's text that the recording was made with: `[from, to]`. */
  edits: [string, string][];
  script: (example: Example) => Script;
}

/** The programs whose recordings both engines are held against. */
export const PROGRAMS = [
  'order_book',
  'order_book_unshielded',
  'order_book_hang',
  'rebuild_index',
  'never_asks',
  'order_prompt',
  'order_resource',
  'two_awaits_in_finally',
  'nested_shields',
  'catches_and_returns',
  'catches_and_awaits_on',
  'finally_raises',
  'two_children',
  'order_book_quick',
  'order_book_raises',
] as const;

/** How a recorded client gave up (content/recordings/README.md), as a script. */
const GIVEUPS: Record<string, (script: Script) => Script> = {
  none: (script) => script,
  stop: (script) => stopping(script, 0.5),
  stop_0: (script) => stopping(script, 0),
  stop_after: (script) => stopping(script, 1),
  stop_before: (script) => ({
    ...stopping(script, 0),
    calls: script.calls.map((call) => ({ ...call, at: 0.1 })),
  }),
  timeout: (script) => ({
    ...script,
    calls: script.calls.map((call) => ({ ...call, read_timeout_seconds: 0.5 })),
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
};

/** The connection of this project that a recorded transport stands beside. */
const TRANSPORTS: Record<string, TransportChoice> = {
  memory: { kind: 'memory' },
  // JSON-RPC over memory streams: the same messages as over a pipe.
  'memory-legacy': { kind: 'stdio', era: 'legacy' },
  'stdio-modern': { kind: 'stdio', era: 'modern' },
  'stdio-legacy': { kind: 'stdio', era: 'legacy' },
};

/** The row for a recording, or null where no program or give-up of the table fits it. */
export function rowFor(recording: string): Row | null {
  const [directory = '', scenario = ''] = recording.split('/');
  const [example = '', giveup = ''] = scenario.split('.');
  const transport = TRANSPORTS[directory];
  const script = GIVEUPS[giveup];
  const known = (PROGRAMS as readonly string[]).includes(example);
  // Nothing kills a server in the client's own process: that is what a pipe's disconnect is about.
  const unlike = directory === 'memory-legacy' && giveup === 'disconnect';
  if (transport === undefined || script === undefined || !known || unlike) return null;
  return {
    recording,
    example,
    // Two calls at once were recorded with a payment of one second.
    edits: giveup === 'two' ? [['sleep(30)', 'sleep(1)']] : [],
    script: ({ call }) =>
      script({ transport, calls: [{ ...call, read_timeout_seconds: null, at: 0 }], acts: [] }),
  };
}

const stopping = (script: Script, at: number): Script => ({
  ...script,
  acts: [{ at, do: 'stop', call: 1 }],
});
