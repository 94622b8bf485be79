import type { ClockKind, TransportChoice } from '../engines/engine.ts';
import { Choice } from './Choice.tsx';
import { TransportChooser } from './TransportChooser.tsx';

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
      <TransportChooser transport={transport} onTransport={onTransport} />
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
