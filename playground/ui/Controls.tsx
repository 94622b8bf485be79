import type { ReactNode } from 'react';
import type { ClockKind } from '../engines/engine.ts';
import { Icon } from './Icon.tsx';
import { SecondsField } from './SecondsField.tsx';

export interface ControlsProps {
  /** A run goes on, its handlers or threads included. */
  busy: boolean;
  clock: ClockKind;
  /** When a run on the virtual clock stops call 1, in seconds; null: it does not. */
  stopAt: number | null;
  /** In seconds. */
  timeout: number;
  onRun(): void;
  onStop(): void;
  onTimeout(): void;
  onReset(): void;
  onEdit: (() => void) | null;
  onStopAt(seconds: number | null): void;
  onTimeoutChange(seconds: number): void;
  /** The ⋯ menu. */
  children: ReactNode;
  /** More buttons for the program itself. */
  aside?: ReactNode;
}

/**
 * What a reader can do to a run. Buttons that would do nothing now are marked as such and keep the focus:
 * a button that is switched off under the finger would drop the keyboard to the top of the page.
 */
export function Controls(props: ControlsProps) {
  const { busy, clock } = props;
  return (
    <div className="controls needs-script" role="group" aria-label="Run">
      <div className="controls-run">
        <button
          type="button"
          className={busy ? 'button' : 'button button-go'}
          aria-disabled={busy}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          title="Run (Ctrl+Enter or ⌘Enter)"
          onClick={() => busy || props.onRun()}
        >
          <Icon name="run" />
          Run
        </button>
        <button
          type="button"
          className={busy ? 'button button-stop' : 'button'}
          aria-disabled={!busy}
          aria-keyshortcuts="Escape"
          title="Stop: the client gives up on the call (Escape)"
          onClick={() => busy && props.onStop()}
        >
          <Icon name="stop" />
          Stop
        </button>
        {clock === 'virtual' && (
          <span className="field">
            <span aria-hidden="true">Stop at</span>
            <SecondsField
              label="Stop at, in seconds; empty for no stop"
              value={props.stopAt}
              mayBeEmpty
              onChange={props.onStopAt}
            />
          </span>
        )}
        <span className="pair">
          <button
            type="button"
            className="button"
            aria-disabled={busy}
            title="Run with a read timeout: the client waits no longer than this, whatever progress comes"
            onClick={() => busy || props.onTimeout()}
          >
            <Icon name="timeout" />
            Timeout
          </button>
          <SecondsField
            label="Timeout, in seconds"
            value={props.timeout}
            onChange={(seconds) => seconds === null || props.onTimeoutChange(seconds)}
          />
        </span>
        {props.children}
      </div>
      <div className="controls-edit">
        {props.onEdit !== null && (
          <button type="button" className="button button-quiet" onClick={props.onEdit}>
            Edit
          </button>
        )}
        <button type="button" className="button button-quiet" onClick={props.onReset}>
          Reset
        </button>
        {props.aside}
      </div>
    </div>
  );
}
