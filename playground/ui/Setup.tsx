import type { ClockKind, TransportChoice } from '../engines/engine.ts';
import { Choice } from './Choice.tsx';

/** How a figure names a transport in `data-transport` and in its list. */
type Transport = TransportChoice['kind'];

export interface SetupProps {
  transport: TransportChoice;
  clock: ClockKind;
  onTransport(transport: TransportChoice): void;
  onClock(clock: ClockKind): void;
}

/** How the next run is made: over what, and on which clock. */
export function Setup({ transport, clock, onTransport, onClock }: SetupProps) {
  return (
    <div className="setup needs-script">
      <select
        className="select"
        aria-label="Transport"
        title="What client and server talk over"
        value={transport.kind}
        onChange={(event) => onTransport(transportOf(event.target.value as Transport))}
      >
        <option value="stdio">stdio</option>
        <option value="memory">in memory</option>
      </select>
      <Choice
        label="Clock"
        value={clock}
        options={[
          { value: 'real', name: 'real time' },
          { value: 'virtual', name: 'virtual time', says: 'Virtual time: jumps over waiting' },
        ]}
        onChange={onClock}
      />
    </div>
  );
}

const transportOf = (kind: Transport): TransportChoice =>
  kind === 'http'
    ? { kind, era: 'modern', json_response: false, stateless_http: false }
    : kind === 'memory'
      ? { kind }
      : { kind, era: 'modern' };
