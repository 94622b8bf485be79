import type { Language } from '../engines/engine.ts';
import { nameOf } from '../language.ts';
import { Notice } from './Notice.tsx';
import { StartSteps } from './StartSteps.tsx';
import { useDelayed } from './useDelayed.ts';
import type { FigureModel } from './useFigure.ts';

export interface NoticesProps {
  figure: FigureModel;
  /** What can be shown of a program that this browser cannot run; null where that is the reader's to find. */
  instead: Instead | null;
}

export interface Instead {
  /** Show the native recording; null where there is none. */
  onRecording: (() => void) | null;
  /** Run the same example in this language. */
  language: Language;
  onLanguage(): void;
}

/** Seconds of silence before a wait is mentioned. */
const patience = 0.4;

/** Everything the figure has to say that is no part of a run, each with what can be done about it. */
export function Notices({ figure, instead }: NoticesProps) {
  const { snapshot, actions } = figure;
  const { booting } = snapshot;
  const slow = useDelayed(
    booting !== null && (figure.waiting || snapshot.state === 'loading'),
    patience,
  );
  const lacking = lackingOf(figure);
  return (
    <>
      {slow && booting !== null && <StartSteps language={figure.active} booting={booting} />}
      {snapshot.unresponsive && (
        <Notice>
          The program does not give way, so Stop cannot reach it.{' '}
          <button type="button" className="link" onClick={actions.kill}>
            Kill the worker
          </button>{' '}
          to go on; no finally will run.
        </Notice>
      )}
      {snapshot.notice !== null && (
        <Notice>
          {snapshot.notice}
          {snapshot.startFailed && (
            <>
              {' '}
              <button type="button" className="link" onClick={actions.retry}>
                Retry
              </button>
            </>
          )}
        </Notice>
      )}
      {lacking !== null && (
        <Notice>
          {lacking}
          {instead?.onRecording != null && (
            <>
              {' '}
              <button type="button" className="link" onClick={instead.onRecording}>
                Show the recording
              </button>
            </>
          )}
          {instead !== null && (
            <>
              {' '}
              <button type="button" className="link" onClick={instead.onLanguage}>
                Run it in {nameOf[instead.language]}
              </button>
            </>
          )}
        </Notice>
      )}
      {figure.lost !== null && (
        <Notice>
          The program is back as it was at first.{' '}
          <button type="button" className="link" onClick={actions.restore}>
            Bring my edit back
          </button>
        </Notice>
      )}
    </>
  );
}

/** What the browser lacks, where the last run came upon that; else null. */
function lackingOf({ shown, snapshots }: FigureModel): string | null {
  if (shown === null || shown.end === null) return null;
  const lacks = snapshots[shown.program.language].engine?.lacks ?? [];
  const cameUponIt = shown.events.some(
    ({ kind, ...event }) => kind === 'error' && 'where' in event && event.where === 'engine',
  );
  return lacks.length > 0 && cameUponIt ? lacks.join(' ') : null;
}
