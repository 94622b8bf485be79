import { useId, useRef, useState } from 'react';
import type { Era, Language } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { LANGUAGES, nameOf } from '../language.ts';
import { Choice } from './Choice.tsx';
import { Download } from './Download.tsx';
import { Panels } from './Panels.tsx';
import { RunNotices } from './RunNotices.tsx';
import { RunView } from './RunView.tsx';
import { settingsOf } from './settings.ts';
import { showLanguage } from './showLanguage.ts';
import { Story } from './Story.tsx';
import { SwitchCell } from './SwitchCell.tsx';
import type { Switch } from './transport.ts';
import { useAtHand } from './useAtHand.ts';
import { useLanguage } from './useLanguage.ts';
import { useRuns, type Plan } from './useRuns.ts';
import { useSessions } from './useSessions.ts';
import { recordedView, type Recorded } from './view.ts';
import './tokens.css';
import './timeline.css';
import './panels.css';
import './figure.css';
import './switches.css';

export interface SwitchTableProps {
  /** The program that is stopped in every cell. */
  example: Example;
  /** The native run of each cell, by `cellOf`. */
  recorded: Readonly<Record<string, Recorded | null>>;
}

const ROWS: readonly (Switch | null)[] = [null, 'json_response', 'stateless_http'];
const ERAS: readonly { era: Era; date: string }[] = [
  { era: 'modern', date: '2026-07-28' },
  { era: 'legacy', date: '2025-11-25' },
];

/** A cell by its name: `modern`, `legacy json_response`. */
const cellOf = (era: Era, setting: Switch | null): string =>
  setting === null ? era : `${era} ${setting}`;

/**
 * One Stop of one program over Streamable HTTP, six times: nothing switched on and each of its two settings, in
 * both eras. First as it was recorded, then as it happens here.
 */
export function SwitchTable({ example, recorded }: SwitchTableProps) {
  const box = useRef<HTMLElement>(null);
  const heading = useId();
  const language = useLanguage();
  const sessions = useSessions();
  const runs = useRuns(sessions);
  const [chosen, setChosen] = useState<string | null>(null);
  const atHand = useAtHand(language, runs.done);

  const plans = ROWS.flatMap((setting) =>
    ERAS.map(({ era }) => planOf(example, language, era, setting)),
  );
  const viewOf = (cell: string) =>
    runs.done.get(`${language} ${cell}`) ?? recordedView(recorded[cell] ?? null);
  const views = plans.map(({ cell }) => viewOf(cell));
  const longest = Math.max(...views.map(({ now }) => now));
  const live = plans.every(({ key }) => runs.done.has(key));
  const shown = chosen === null ? null : viewOf(chosen);

  return (
    <section
      ref={box}
      className="figure runs-figure"
      aria-labelledby={heading}
      data-runs="switches"
      data-engine={language}
      data-state={runs.playing !== null ? 'running' : live ? 'ended' : 'idle'}
    >
      <div className="figure-top">
        <header className="figure-head">
          <strong className="figure-name" id={heading}>
            {example.name}, stopped six times
          </strong>
          <span className="needs-script">
            <Choice
              label="Language of the program"
              value={language}
              options={LANGUAGES.map((value) => ({ value, name: nameOf[value] }))}
              onChange={(next) => showLanguage(box.current, next)}
            />
          </span>
        </header>
        <div className="runs-controls needs-script">
          <button
            type="button"
            className="button button-go"
            aria-disabled={runs.playing !== null}
            onClick={() => runs.play(plans)}
          >
            Run all six
          </button>
          <Download atHand={atHand} />
        </div>
      </div>
      <div className="switches-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Streamable HTTP</th>
              {ERAS.map(({ era, date }) => (
                <th key={era} scope="col">
                  {era} <span className="switches-date">({date})</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROWS.map((setting) => (
              <tr key={setting}>
                <th scope="row">
                  {setting === null ? 'neither setting' : <code>{breakable(setting)}</code>}
                </th>
                {ERAS.map(({ era }) => {
                  const cell = cellOf(era, setting);
                  return (
                    <td key={era}>
                      <SwitchCell
                        name={cell}
                        view={viewOf(cell)}
                        made={runs.done.has(`${language} ${cell}`) ? 'run' : 'recorded'}
                        longest={longest}
                        chosen={chosen === cell}
                        onChoose={() => setChosen(chosen === cell ? null : cell)}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="made-by switches-made-by" role="status">
        {(live ? views[0]?.caption : recorded[cellOf('modern', null)]?.label) ?? ''}. The client
        stops at 0.5 s each time
        <span className="needs-script">; press a cell for its timeline</span>.
      </p>
      <RunNotices sessions={sessions} runs={runs} />
      {shown !== null && chosen !== null && (
        <div className="switches-shown" data-shown={chosen}>
          <RunView
            view={shown}
            waiting={false}
            stale={false}
            elsewhere={false}
            lit={null}
            onLit={() => {}}
          />
          <div className="figure-story">
            <Story events={shown.events} live={false} killed={false} before="" />
          </div>
          <Panels events={shown.events} live={false} caption={shown.caption} first="wire" />
        </div>
      )}
    </section>
  );
}

/** A narrow window breaks the name after its underscore. */
function breakable(setting: Switch) {
  const [first, second] = setting.split('_');
  return (
    <>
      {first}_<wbr />
      {second}
    </>
  );
}

function planOf(
  example: Example,
  language: Language,
  era: Era,
  setting: Switch | null,
): Plan & { cell: string } {
  const cell = cellOf(era, setting);
  const { script } = settingsOf(example);
  return {
    key: `${language} ${cell}`,
    cell,
    language,
    source: example.sources[language],
    script: {
      ...script,
      transport: {
        kind: 'http',
        era,
        json_response: setting === 'json_response',
        stateless_http: setting === 'stateless_http',
      },
    },
  };
}
