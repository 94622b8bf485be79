import type { Act, Call, ClockKind, Script } from '../engines/engine.ts';
import { SecondsField } from './SecondsField.tsx';
import { givesUp, inOrder } from './settings.ts';

export interface ScriptListProps {
  script: Script;
  clock: ClockKind;
  busy: boolean;
  onChange(script: Script): void;
  /** Play the script as it stands, on that clock. */
  onReplay(clock: ClockKind): void;
}

/** What the client does when: stops, a disconnect, timeouts. After a live run, what the reader did. */
export function ScriptList({ script, clock, busy, onChange, onReplay }: ScriptListProps) {
  const setActs = (acts: Act[]) => onChange({ ...script, acts: inOrder(acts) });
  const setAct = (index: number, act: Act | null) =>
    setActs(script.acts.flatMap((one, at) => (at !== index ? [one] : act === null ? [] : [act])));
  const setCall = (index: number, change: Partial<Call>) =>
    onChange({
      ...script,
      calls: script.calls.map((call, at) => (at === index ? { ...call, ...change } : call)),
    });

  return (
    <section className="script" aria-label="Script">
      <h2>Script</h2>
      {!givesUp(script) && <p className="script-about">The client waits for every answer.</p>}
      <ol>
        {script.calls.map(
          (call, index) =>
            call.read_timeout_seconds !== null && (
              <li key={`timeout${index}`}>
                <span>{`Call ${index + 1} times out after`}</span>
                <SecondsField
                  label={`Timeout of call ${index + 1}, in seconds`}
                  value={call.read_timeout_seconds}
                  onChange={(seconds) => setCall(index, { read_timeout_seconds: seconds })}
                />
                <Remove
                  what={`the timeout of call ${index + 1}`}
                  onRemove={() => setCall(index, { read_timeout_seconds: null })}
                />
              </li>
            ),
        )}
        {script.acts.map((act, index) => (
          <li key={index}>
            <span>{`${actName(act)} at`}</span>
            <SecondsField
              label={`${actName(act)} at, in seconds`}
              value={act.at}
              onChange={(at) => at === null || setAct(index, { ...act, at })}
            />
            <Remove
              what={act.do === 'stop' ? `the stop at ${act.at} s` : `the ${act.do}`}
              onRemove={() => setAct(index, null)}
            />
          </li>
        ))}
      </ol>
      <p className="script-buttons">
        <button
          type="button"
          className="button button-small"
          onClick={() => setActs([...script.acts, { at: 0.5, do: 'stop', call: 1 }])}
        >
          Add a stop
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => setActs([...script.acts, { at: 0.5, do: 'disconnect' }])}
        >
          Add a disconnect
        </button>
      </p>
      <p className="script-buttons">
        <button
          type="button"
          className="button button-small"
          aria-disabled={busy}
          onClick={() => busy || onReplay('virtual')}
        >
          Replay on the virtual clock
        </button>
        {clock === 'real' && (
          <button
            type="button"
            className="button button-small"
            aria-disabled={busy}
            onClick={() => busy || onReplay('real')}
          >
            Replay in real time
          </button>
        )}
      </p>
      {clock === 'real' && givesUp(script) && (
        <p className="script-about">Run leaves these to you; Replay does them.</p>
      )}
    </section>
  );
}

function actName(act: Act): string {
  switch (act.do) {
    case 'stop':
      return `Stop call ${act.call}`;
    case 'disconnect':
      return 'Disconnect';
    case 'drop':
      return 'Drop the connection';
  }
}

const Remove = ({ what, onRemove }: { what: string; onRemove(): void }) => (
  <button type="button" className="remove" aria-label={`Remove ${what}`} onClick={onRemove}>
    <span aria-hidden="true">×</span>
  </button>
);
