import { useEffect, useMemo, useRef, useState } from 'react';
import type { Diagnostic, Language, TransportChoice } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { announcement } from './announce.ts';
import { CodePane, type CodePaneHandle } from './CodePane.tsx';
import { CodeView } from './CodeView.tsx';
import { Controls } from './Controls.tsx';
import { EventTable } from './EventTable.tsx';
import { FigureMenu } from './FigureMenu.tsx';
import { Languages } from './Languages.tsx';
import type { LineMarks } from './lineMarks.ts';
import { linesShown } from './linesShown.ts';
import { Flash, Problems } from './Notice.tsx';
import { Notices } from './Notices.tsx';
import { Panels } from './Panels.tsx';
import { RunView } from './RunView.tsx';
import { settingsOf, stopTime, withStopAt, type Start } from './settings.ts';
import { Setup } from './Setup.tsx';
import { Story } from './Story.tsx';
import { problemsOf, useFigure } from './useFigure.ts';
import { useKeys } from './useKeys.ts';
import { useLines } from './useLines.ts';
import { useLink } from './useLink.ts';
import { useSessionOf } from './useSessionOf.ts';
import { useStable } from './useStable.ts';
import { useTraceAttribute } from './useTraceAttribute.ts';
import { recordedView, viewOf, type Recorded } from './view.ts';
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
}

/**
 * One example of a guide page. On the server it is the program and its recorded run, to be read without
 * script; in the browser the same picture gives way to the reader's own run.
 */
export function Figure({ example, highlighted: made, recorded }: FigureProps) {
  const { name, sources } = example;
  const [highlighted] = useState(() => made?.() ?? linesShown(name, sources));
  const box = useRef<HTMLElement>(null);
  const code = useRef<CodePaneHandle>(null);
  const [language, setLanguage] = useState<Language>('typescript');
  const [asked, setAsked] = useState(0);
  const [lit, setLit] = useState<number | null>(null);
  const [found, setFound] = useState(none);

  const session = useSessionOf('typescript');
  // A figure is drawn in the browser only when a reader is about to use it.
  useEffect(() => session?.warm(), [session]);
  const beginning = useMemo(
    () => ({ draft: name, source: sources.typescript, settings: settingsOf(example) }),
    [example, name, sources],
  );
  const figure = useFigure(session, beginning, { read: asked > 0 });
  const { snapshot, settings, actions, busy } = figure;
  const { script } = settings;
  const link = useLink(() => ({
    example: name,
    program: { language: 'typescript', source: figure.source },
    script: figure.script,
    clock: settings.clock,
  }));

  const native = language === 'python';
  const view = native ? recordedView(recorded) : viewOf(figure, recorded);
  const marks = useLines(figure.shown, figure.stale);
  const problems = useMemo(
    () => problemsOf(snapshot.diagnostics, found),
    [snapshot.diagnostics, found],
  );
  const ownCode = useMemo(
    () => ({ source: sources.typescript, lines: highlighted.typescript }),
    [sources, highlighted],
  );
  const nativeCode = useMemo(() => ({ html: highlighted.python }), [highlighted]);

  const start = (by: Start) => {
    setLanguage('typescript');
    actions.start(by);
  };
  const onTransport = (transport: TransportChoice) =>
    actions.set({ script: { ...script, transport } });
  const onEscape = useStable(() => busy && actions.stop());
  useKeys(box, { busy, onRun: () => start('run'), onStop: actions.stop });
  useTraceAttribute(box, snapshot.run);

  return (
    <section
      ref={box}
      className="figure"
      aria-label={example.title}
      data-figure={name}
      data-state={snapshot.state}
      data-engine={language}
      data-transport={script.transport.kind}
      data-era={script.transport.kind === 'stdio' ? script.transport.era : undefined}
      data-clock={settings.clock}
      data-run={snapshot.run?.id}
    >
      <div className="figure-top">
        <header className="figure-head">
          <strong className="figure-name">{name}</strong>
          <Languages value={language} onChange={setLanguage} />
          {!native && (
            <>
              <span className="chip needs-script" data-edited={figure.edited}>
                {figure.edited ? 'edited' : 'as in the guide'}
              </span>
              <Setup
                transport={script.transport}
                clock={settings.clock}
                onTransport={onTransport}
                onClock={(clock) => actions.set({ clock })}
              />
            </>
          )}
        </header>

        {native ? (
          <p className="figure-note">
            Python, beside its recording on native CPython. The TypeScript runs here.
          </p>
        ) : (
          <Controls
            busy={busy}
            clock={settings.clock}
            stopAt={stopTime(script)}
            timeout={settings.timeout}
            onRun={() => start('run')}
            onStop={actions.stop}
            onTimeout={() => start('timeout')}
            onReset={actions.reset}
            onEdit={() => setAsked(asked + 1)}
            onStopAt={(at) => actions.set({ script: withStopAt(script, at) })}
            onTimeoutChange={(timeout) => actions.set({ timeout })}
          >
            <FigureMenu
              killable={busy || snapshot.state === 'loading'}
              busy={busy}
              transport={script.transport}
              onTransport={onTransport}
              onDisconnect={actions.disconnect}
              onKill={actions.kill}
              onCopyLink={() => void link.copy()}
              onOpen={() => void link.make().then((address) => location.assign(address))}
            />
          </Controls>
        )}
      </div>

      <div className="figure-body">
        <div className="figure-code" data-language="TypeScript" hidden={native}>
          <CodePane
            ref={code}
            name={name}
            label={`${name}, TypeScript`}
            source={figure.source}
            revision={figure.revision}
            highlighted={ownCode}
            marks={marks}
            diagnostics={snapshot.diagnostics}
            lit={native ? null : lit}
            onLit={setLit}
            editing={asked > 0}
            asked={asked}
            onChange={actions.edit}
            onProblems={setFound}
            onEscape={onEscape}
          />
          <Problems
            problems={problems}
            onGoTo={({ line, column }) => code.current?.goTo(line, column)}
          />
        </div>
        <RunView
          view={view}
          waiting={!native && figure.waiting}
          stale={!native && figure.stale}
          lit={lit}
          onLit={setLit}
        />
        <div className="figure-story">
          <Story events={view.events} live={view.live} killed={view.killed} before={before} />
        </div>
        <Panels events={view.events} live={view.live} caption={view.caption} first={null} />
        <div className="figure-code" data-language="Python" hidden={!native}>
          <CodeView
            label={`${name}, Python`}
            lines={nativeCode}
            marks={noMarks}
            diagnostics={none}
            lit={native ? lit : null}
            onLit={setLit}
          />
        </div>
      </div>

      <Notices
        snapshot={snapshot}
        waiting={figure.waiting}
        lost={figure.lost !== null}
        onKill={actions.kill}
        onRestore={actions.restore}
      />
      {recorded !== null && (
        <details className="without-script">
          <summary>Every event of the recording, as a table</summary>
          <EventTable events={recorded.events} caption={recorded.label} />
        </details>
      )}
      <Flash said={link.said} />
      <p className="said" aria-live="polite">
        {announcement(snapshot, name)}
      </p>
    </section>
  );
}

/** Where a run's story will be told. */
const before = 'Press Run, and Stop while it waits.';
const none: Diagnostic[] = [];
const noMarks: LineMarks = {};
