import type { TransportChoice } from '../engines/engine.ts';
import { Menu, MenuItem } from './Menu.tsx';

export interface FigureMenuProps {
  /** A worker is there that can be ended. */
  killable: boolean;
  /** A run goes on, so the client can disconnect. */
  busy: boolean;
  transport: TransportChoice;
  onTransport(transport: TransportChoice): void;
  onDisconnect(): void;
  onKill(): void;
  /** Null where a button of its own does it. */
  onCopyLink: (() => void) | null;
  /** Null in the playground itself. */
  onOpen: (() => void) | null;
}

/** What is needed less often, and says what it does. */
export function FigureMenu(props: FigureMenuProps) {
  const { transport } = props;
  return (
    <Menu label="More">
      <MenuItem
        name="Kill"
        says="Ends the worker at once. No finally runs."
        off={!props.killable}
        onChoose={props.onKill}
      />
      <MenuItem
        name="Disconnect"
        says="The client closes the connection, with its calls open."
        off={!props.busy}
        onChoose={props.onDisconnect}
      />
      {transport.kind === 'stdio' && (
        <MenuItem
          name={transport.era === 'modern' ? 'Use the 2025 protocol' : 'Use the 2026 protocol'}
          says={`Now: ${transport.era === 'modern' ? '2026-07-28' : '2025-11-25'}`}
          onChoose={() =>
            props.onTransport({
              kind: 'stdio',
              era: transport.era === 'modern' ? 'legacy' : 'modern',
            })
          }
        />
      )}
      {props.onCopyLink !== null && (
        <MenuItem name="Copy link" says="Program, script and clock." onChoose={props.onCopyLink} />
      )}
      {props.onOpen !== null && <MenuItem name="Open in playground" onChoose={props.onOpen} />}
    </Menu>
  );
}
