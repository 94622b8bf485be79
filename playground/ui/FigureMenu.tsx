import type { Script } from '../engines/engine.ts';
import { limit } from '../trace/words.ts';
import { Menu, MenuItem } from './Menu.tsx';
import { leavingTime, type Leaving } from './settings.ts';

export interface FigureMenuProps {
  /** A worker is there that can be ended. */
  killable: boolean;
  /** A run goes on: the client leaves it now. Else one is played in which it leaves. */
  busy: boolean;
  /** What the next run plays. */
  script: Script;
  onLeave(how: Leaving): void;
  onKill(): void;
  /** Null where a button of its own does it. */
  onCopyLink: (() => void) | null;
  /** Null in the playground itself. */
  onOpen: (() => void) | null;
}

/** What is needed less often, and says what it does. */
export function FigureMenu(props: FigureMenuProps) {
  const { busy, script, onLeave } = props;
  const { transport } = script;
  const when = busy ? 'Now' : `Run, and at ${limit(leavingTime(script))}`;
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
        says={`${when} the client closes the connection, with its calls open.`}
        onChoose={() => onLeave('disconnect')}
      />
      {transport.kind === 'http' && transport.era === 'legacy' && (
        <MenuItem
          name="Drop the connection"
          says={`${when} the client is gone without a goodbye: no DELETE ends its session.`}
          onChoose={() => onLeave('drop')}
        />
      )}
      {props.onCopyLink !== null && (
        <MenuItem name="Copy link" says="Program, script and clock." onChoose={props.onCopyLink} />
      )}
      {props.onOpen !== null && <MenuItem name="Open in playground" onChoose={props.onOpen} />}
    </Menu>
  );
}
