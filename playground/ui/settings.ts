import type { Act, Call, ClockKind, Script } from '../engines/engine.ts';
import type { Example } from '../example.ts';

/** What a figure would play now, apart from the program's text. */
export interface Settings {
  /** The calls, the transport, and what the client does when. */
  script: Script;
  clock: ClockKind;
  /** The Timeout button's field, in seconds. */
  timeout: number;
}

/** Which control starts a run: Run, Timeout, Replay, or one by which the client goes away in mid-call. */
export type Start = 'run' | 'timeout' | 'replay' | Leaving;

/** How a client goes away with its calls open: with a goodbye, or without one. */
export type Leaving = 'disconnect' | 'drop';

/** An example's own settings: its call over stdio, and its stop for the virtual clock. */
export function settingsOf(example: Example): Settings {
  return {
    script: {
      transport: { kind: 'stdio', era: 'modern' },
      calls: [{ ...example.call, read_timeout_seconds: null, at: 0 }],
      acts: example.stopAt === null ? [] : [{ at: example.stopAt, do: 'stop', call: 1 }],
    },
    clock: 'real',
    timeout: example.timeout,
  };
}

/**
 * The script that a control plays. On the real clock Run leaves every act to the reader; on the virtual
 * clock, where there is no time to press a button, it plays the script. Timeout gives every call its limit
 * and nothing else. Replay plays the script as it stands, on either clock. A client that leaves does so when the
 * script would stop, and does nothing else.
 */
export function scriptFor(start: Start, { script, timeout }: Settings, clock: ClockKind): Script {
  switch (start) {
    case 'run':
      return clock === 'virtual' ? script : { ...script, calls: limited(script, null), acts: [] };
    case 'timeout':
      return { ...script, calls: limited(script, timeout), acts: [] };
    case 'replay':
      return script;
    case 'disconnect':
    case 'drop':
      return {
        ...script,
        calls: limited(script, null),
        acts: [{ at: leavingTime(script), do: start }],
      };
  }
}

const limited = (script: Script, seconds: number | null): Call[] =>
  script.calls.map((call) => ({ ...call, read_timeout_seconds: seconds }));

/** Whether the script gives up on anything by itself. */
export const givesUp = (script: Script): boolean =>
  script.acts.length > 0 || script.calls.some((call) => call.read_timeout_seconds !== null);

/** When the script's first stop comes, in seconds; null where it holds none. */
export const stopTime = (script: Script): number | null =>
  script.acts.find((act) => act.do === 'stop')?.at ?? null;

/** When a client that is told to leave does so, in seconds: at the script's stop, else at 0.5. */
export const leavingTime = (script: Script): number => stopTime(script) ?? 0.5;

/** The script with one stop of call 1 at that time; with none for null. Other acts stay. */
export function withStopAt(script: Script, seconds: number | null): Script {
  const others = script.acts.filter((act) => act.do !== 'stop');
  const stops: Act[] = seconds === null ? [] : [{ at: seconds, do: 'stop', call: 1 }];
  return { ...script, acts: inOrder([...others, ...stops]) };
}

export const inOrder = (acts: Act[]): Act[] => acts.toSorted((a, b) => a.at - b.at);

/** The script with the first call changed. */
export function withCall(script: Script, change: Partial<Call>): Script {
  const [first, ...rest] = script.calls;
  return first === undefined ? script : { ...script, calls: [{ ...first, ...change }, ...rest] };
}

/** Whether two values of plain data are the same, whatever the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    Array.isArray(a) === Array.isArray(b) &&
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}
