import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { readDraft } from '../draft.ts';
import type { Language, TransportChoice } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { LANGUAGES, nameOf } from '../language.ts';
import { announcement } from './announce.ts';
import { Controls } from './Controls.tsx';
import { Download } from './Download.tsx';
import { EventTable } from './EventTable.tsx';
import { FigureMenu } from './FigureMenu.tsx';
import { LanguageTabs } from './LanguageTabs.tsx';
import type { LineMarks } from './lineMarks.ts';
import { linesShown } from './linesShown.ts';
import { Flash } from './Notice.tsx';
import { Notices } from './Notices.tsx';
import { Panels } from './Panels.tsx';
import { ProgramPane } from './ProgramPane.tsx';
import { RunView } from './RunView.tsx';
import { settingsOf, stopTime, withStopAt } from './settings.ts';
import { Setup } from './Setup.tsx';
import type { Still } from './Still.tsx';
import { showLanguage } from './showLanguage.ts';
import { Story } from './Story.tsx';
import { transportData } from './transport.ts';
import { useAtHand } from './useAtHand.ts';
import { useFigure } from './useFigure.ts';
import { useKeys } from './useKeys.ts';
import { useLanguage } from './useLanguage.ts';
import { useLines } from './useLines.ts';
import { useLink } from './useLink.ts';
import { useLit } from './useLit.ts';
import { useSessions } from './useSessions.ts';
import { useStable } from './useStable.ts';
import { useTraceAttribute } from './useTraceAttribute.ts';
import { viewOf, type Recorded } from './view.ts';
import './tokens.css';
import './timeline.css';
import './panels.css';
import './figure.css';

export interface FigureProps {
  example: Example;
  /**
   * One HTML string a source line, made at build time. A function is not written into the page: in the
   * browser it is null, and the lines are those that stand in the static figure.
   */
  highlighted: (() => Record<Language, string[]>) | null;
  /** The native run behind the static picture; null without one. */
  recorded: Recorded | null;
  /** The static picture as files; null: it is drawn in the page. */
  still?: Still | null;
  /** The address of this figure's own page, which has its table of events; null: the table is here. */
  ownPage?: string | null;
}

/**
 * One example of a guide page, in both languages. On the server it is the programs and the recorded run, to
 * be read without script; in the browser the same picture gives way to the reader's own run.
 */
export function Figure({ example, highlighted: made, recorded, still, ownPage }: FigureProps) {
  const { name, sources } = example;
  const [highlighted] = useState(() => made?.() ?? linesShown(name, sources));
  const box = useRef<HTMLElement>(null);
  const tabs = useId();
  const language = useLanguage();
  const [switched, setSwitched] = useState<Language | null>(null);
  const [asked, setAsked] = useState({ python: 0, typescript: 0 });
  const lit = useLit();

  const sessions = useSessions();
  const beginning = useMemo(
    () => ({ draft: name, sources, settings: settingsOf(example) }),
    [example, name, sources],
  );
  const figure = useFigure(sessions, beginning, language, { read: asked[language] > 0 });
  const { snapshot, settings, actions, busy, shown } = figure;
  const { script } = settings;
  const link = useLink(() => ({
    example: name,
    program: { language, source: figure.source },
    script: figure.script,
    clock: settings.clock,
  }));
  // A figure is drawn in the browser only when a reader is about to use it.
  const atHand = useAtHand(language, figure.snapshots[language].engine);
  useEffect(() => {
    if (!atHand) return;
    // Of the site's own program alone it is known that it comes to its end when it is read.
    const original = readDraft(name, language) === null;
    sessions?.[language].warm(original ? { language, source: sources[language] } : undefined);
  }, [sessions, language, atHand, name, sources]);

  const view = viewOf(figure, recorded);
  const marks = useLines(shown, figure.stale);
  const codes = useMemo(
    () => ({
      python: { source: sources.python, lines: highlighted.python },
      typescript: { source: sources.typescript, lines: highlighted.typescript },
    }),
    [sources, highlighted],
  );

  const show = (next: Language) => showLanguage(box.current, next, () => setSwitched(next));
  const onTransport = (transport: TransportChoice) =>
    actions.set({ script: { ...script, transport } });
  const onEscape = useStable(() => busy && actions.stop());
  useKeys(box, { busy, onRun: () => actions.start('run'), onStop: actions.stop });
  useTraceAttribute(box, figure.run);

  return (
    <section
      ref={box}
      className="figure"
      aria-label={example.title}
      data-figure={name}
      data-state={snapshot.state}
      data-engine={language}
      {...transportData(script.transport)}
      data-clock={settings.clock}
      data-run={figure.run?.id}
    >
      <div className="figure-top">
        <header className="figure-head">
          <strong className="figure-name">{name}</strong>
          <LanguageTabs id={tabs} value={language} onChange={show} />
          <span className="chip needs-script" data-edited={figure.edited}>
            {figure.edited ? 'edited' : 'as in the guide'}
          </span>
          <Setup
            transport={script.transport}
            clock={settings.clock}
            onTransport={onTransport}
            onClock={(clock) => actions.set({ clock })}
          />
        </header>

        <Controls
          busy={busy}
          clock={settings.clock}
          stopAt={stopTime(script)}
          timeout={settings.timeout}
          onRun={() => actions.start('run')}
          onStop={actions.stop}
          onTimeout={() => actions.start('timeout')}
          onReset={actions.reset}
          onEdit={() => setAsked({ ...asked, [language]: asked[language] + 1 })}
          onStopAt={(at) => actions.set({ script: withStopAt(script, at) })}
          onTimeoutChange={(timeout) => actions.set({ timeout })}
        >
          <FigureMenu
            killable={busy || snapshot.state === 'loading'}
            busy={busy}
            script={busy && figure.run !== null ? figure.run.script : script}
            onLeave={busy ? actions.leave : actions.start}
            onKill={actions.kill}
            onCopyLink={() => void link.copy()}
            onOpen={() => void link.make().then((address) => location.assign(address))}
          />
        </Controls>
      </div>

      <div className="figure-body">
        {LANGUAGES.map((each) => (
          <ProgramPane
            key={each}
            tabs={tabs}
            language={each}
            figure={figure}
            name={name}
            label={`${name}, ${nameOf[each]}`}
            highlighted={codes[each]}
            marks={shown?.program.language === each ? marks : noMarks}
            lit={lit}
            editing={asked[each] > 0}
            asked={asked[each]}
            onEscape={onEscape}
          />
        ))}
        <RunView
          view={view}
          waiting={figure.waiting}
          stale={figure.stale}
          elsewhere={shown !== null && view.language !== language}
          lit={lit.in(view.language)}
          still={still ?? null}
          aside={<Download atHand={atHand} />}
          onLit={(line) => lit.light(view.language, line)}
        />
        <div className="figure-story">
          <Story events={view.events} live={view.live} killed={view.killed} before={before} />
        </div>
        <Panels events={view.events} live={view.live} caption={view.caption} first={null} />
      </div>

      <Notices
        figure={figure}
        instead={{
          onRecording: recorded === null ? null : actions.clear,
          language: 'typescript',
          onLanguage: () => {
            show('typescript');
            actions.start('run');
          },
        }}
      />
      {recorded !== null && ownPage && (
        <p className="without-script">
          <a href={ownPage}>Every event of the recording, as a table</a>
        </p>
      )}
      {recorded !== null && !ownPage && (
        <details className="without-script">
          <summary>Every event of the recording, as a table</summary>
          <EventTable events={recorded.events} caption={recorded.label} />
        </details>
      )}
      <Flash said={link.said} />
      <p className="said" aria-live="polite">
        {announcement(snapshot, name)}
      </p>
      <p className="said" aria-live="polite">
        {switched !== null && `${nameOf[switched]} is shown.`}
      </p>
    </section>
  );
}

/** Where a run's story will be told. */
const before = 'Press Run, and Stop while it waits.';
const noMarks: LineMarks = {};
