import type { TransportChoice } from '../engines/engine.ts';
import {
  CONNECTIONS,
  connectionOf,
  SWITCHES,
  withConnection,
  withSwitch,
  type Connection,
} from './transport.ts';

export interface TransportChooserProps {
  transport: TransportChoice;
  onTransport(transport: TransportChoice): void;
}

/** What client and server of the next run talk over; with HTTP, the two settings of its server. */
export function TransportChooser({ transport, onTransport }: TransportChooserProps) {
  return (
    <span className="transport">
      <select
        className="select"
        aria-label="Transport"
        title="What client and server talk over"
        value={connectionOf(transport)}
        onChange={({ target }) =>
          onTransport(withConnection(transport, target.value as Connection))
        }
      >
        {CONNECTIONS.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      {transport.kind === 'http' && (
        <span className="switches" role="group" aria-label="Settings of the HTTP server">
          {SWITCHES.map((name) => (
            <label key={name} title={SAYS[name]}>
              <input
                type="checkbox"
                checked={transport[name]}
                onChange={({ target }) => onTransport(withSwitch(transport, name, target.checked))}
              />
              <span>{name}</span>
            </label>
          ))}
        </span>
      )}
    </span>
  );
}

const SAYS = {
  json_response: 'Answer a request with one JSON body, not with a stream of events',
  stateless_http: 'Keep no session between requests',
} as const;
