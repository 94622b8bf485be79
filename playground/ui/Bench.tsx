import { useEffect, useId, useRef, useState } from 'react';
import type { Language, TransportChoice } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { LANGUAGES, nameOf } from '../language.ts';
import { announcement } from './announce.ts';
import { ArgumentsForm } from './ArgumentsForm.tsx';
import { Choice } from './Choice.tsx';
import { Controls } from './Controls.tsx';
import { Download } from './Download.tsx';
import { FigureMenu } from './FigureMenu.tsx';
import { LanguageTabs } from './LanguageTabs.tsx';
import type { LineMarks } from './lineMarks.ts';
import { Flash, Notice } from './Notice.tsx';
import { Notices } from './Notices.tsx';
import { Panels } from './Panels.tsx';
import { ProgramPane } from './ProgramPane.tsx';
import { RunView } from './RunView.tsx';
import { ScriptList } from './ScriptList.tsx';
import { stopTime, withCall, withStopAt } from './settings.ts';
import { Setup } from './Setup.tsx';
import { Story } from './Story.tsx';
import { transportData } from './transport.ts';
import { useAtHand } from './useAtHand.ts';
import { useFigure, type Beginning, type Sessions } from './useFigure.ts';
import { useKeys } from './useKeys.ts';
import { useLines } from './useLines.ts';
import { useLink } from './useLink.ts';
import { useLit } from './useLit.ts';
import { useStable } from './useStable.ts';
import { useTraceAttribute } from './useTraceAttribute.ts';
import { viewOf } from './view.ts';

export interface BenchProps {
  sessions: Sessions | null;
  beginning: Beginning;
  language: Language;
  /** The start's programs, highlighted at build time. */
  highlighted: Record<Language, { source: string; lines: readonly string[] }>;
  start: Example;
  starts: readonly Example[];
  /** The language of the program that came with the address; null where none did. */
  linked: Language | null;
  /** What is wrong with the link in the address, or null. */
  broken: string | null;
  onStart(name: string): void;
  onLanguage(language: Language): void;
}

/** Seconds after the last key until a linked program is written back into the address. */
const settle = 0.8;

/** One program in the playground, from its opening until another is chosen. */
export function Bench(props: BenchProps) {
  const { sessions, beginning, language, start, linked } = props;
  const box = useRef<HTMLElement>(null);
  const tabs = useId();
  const [side, setSide] = useState<'code' | 'timeline'>('code');
  const [typing, setTyping] = useState({ python: false, typescript: false });
  const [asked, setAsked] = useState({ python: 0, typescript: 0 });
  const [switched, setSwitched] = useState<Language | null>(null);
  const lit = useLit();

  const [used, setUsed] = useState(false);
  const use = () => setUsed(true);
  const [fetching, setFetching] = useState(false);
  const atHand = useAtHand(language, fetching) || fetching;

  // To read a program is to run its top level. Nothing of a link's does before its reader presses something,
  // and no large engine is fetched for it before its reader types or runs.
  const read = used && atHand;
  const figure = useFigure(sessions, beginning, language, { keepScript: true, read });
  const { snapshot, settings, actions, busy, shown } = figure;
  const engine = figure.snapshots[language].engine !== null;
  const wanted = engine || figure.edited || figure.waiting;
  useEffect(() => {
    if (wanted) setFetching(true);
  }, [wanted]);
  const { script } = settings;
  const link = useLink(() => ({
    example: start.name,
    program: { language, source: figure.source },
    script: figure.script,
    clock: settings.clock,
  }));

  useEffect(() => {
    if (read) sessions?.[language].warm();
  }, [read, sessions, language]);

  // In the browser the editor comes by itself: to type is what this page is for.
  // Not at once: the first drawing is the static page's, in its language and not yet the reader's.
  useEffect(() => {
    const timer = setTimeout(() => setTyping((before) => ({ ...before, [language]: true })));
    return () => clearTimeout(timer);
  }, [language]);

  // The address keeps a linked program: it survives a reload as a draft does.
  useEffect(() => {
    if (linked === null || !figure.edited) return;
    const timer = setTimeout(() => void link.make().then(remember, nothing), settle * 1000);
    return () => clearTimeout(timer);
  }, [linked, figure.source]);

  const view = viewOf(figure, null);
  const marks = useLines(shown, figure.stale);
  const onEscape = useStable(() => busy && actions.stop());
  const run = () => {
    setSide('timeline');
    actions.start('run');
  };
  const setScript = (next: typeof script) => actions.set({ script: next });
  const onTransport = (transport: TransportChoice) => setScript({ ...script, transport });
  useKeys(box, { busy, onRun: run, onStop: actions.stop });
  useTraceAttribute(box, figure.run);

  return (
    <section
      ref={box}
      className="figure playground"
      aria-label="Playground"
      data-figure={start.name}
      data-state={snapshot.state}
      data-engine={language}
      {...transportData(script.transport)}
      data-clock={settings.clock}
      data-run={figure.run?.id}
      data-side={side}
      onPointerEnter={linked === null ? use : undefined}
      onFocus={linked === null ? use : undefined}
      onPointerDownCapture={use}
      onKeyDownCapture={use}
    >
      <div className="figure-top">
        <header className="figure-head">
          <select
            className="select figure-name needs-script"
            aria-label="Start from"
            value={linked === null ? start.name : ''}
            onChange={(event) => props.onStart(event.target.value)}
          >
            {linked !== null && <option value="">from a link</option>}
            {[...Map.groupBy(props.starts, ({ group }) => group)].map(([group, starts]) => (
              <optgroup key={group} label={group}>
                {starts.map(({ name }) => (
                  <option key={name}>{name}</option>
                ))}
              </optgroup>
            ))}
          </select>
          <LanguageTabs
            id={tabs}
            value={language}
            onChange={(next) => {
              setSwitched(next);
              props.onLanguage(next);
            }}
          />
          <span className="chip needs-script" data-edited={figure.edited}>
            {figure.edited ? 'edited' : linked === language ? 'as in the link' : 'as in the guide'}
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
          onRun={run}
          onStop={actions.stop}
          onTimeout={() => {
            setSide('timeline');
            actions.start('timeout');
          }}
          onReset={actions.reset}
          onEdit={() => {
            setSide('code');
            setAsked({ ...asked, [language]: asked[language] + 1 });
          }}
          onStopAt={(at) => setScript(withStopAt(script, at))}
          onTimeoutChange={(timeout) => actions.set({ timeout })}
          aside={
            <>
              <button
                type="button"
                className="button button-quiet"
                onClick={() => void link.copy().then(remember)}
              >
                Copy link
              </button>
              <Download atHand={atHand} />
            </>
          }
        >
          <FigureMenu
            killable={busy || snapshot.state === 'loading'}
            busy={busy}
            script={busy && figure.run !== null ? figure.run.script : script}
            onLeave={(how) => {
              setSide('timeline');
              if (busy) actions.leave(how);
              else actions.start(how);
            }}
            onKill={actions.kill}
            onCopyLink={null}
            onOpen={null}
          />
        </Controls>
      </div>

      {props.broken !== null && <Notice>{props.broken}</Notice>}
      <Notices figure={figure} instead={null} />

      <div className="playground-sides needs-script">
        <Choice label="Show" value={side} options={sides} onChange={(next) => setSide(next)} />
      </div>

      <div className="figure-body">
        <div className="playground-code">
          {LANGUAGES.map((each) => (
            <ProgramPane
              key={each}
              hidden={each !== language}
              tabs={tabs}
              language={each}
              figure={figure}
              name={start.name}
              label={`Your program, ${nameOf[each]}`}
              highlighted={props.highlighted[each]}
              marks={shown?.program.language === each ? marks : noMarks}
              lit={lit}
              editing={typing[each]}
              asked={asked[each]}
              onEscape={onEscape}
            />
          ))}
          <div className="playground-setup needs-script">
            {script.calls[0] !== undefined && (
              <ArgumentsForm
                server={figure.snapshots[language].server}
                call={script.calls[0]}
                own={beginning.settings.script.calls[0] ?? script.calls[0]}
                onChange={(change) => setScript(withCall(script, change))}
              />
            )}
            <ScriptList
              script={script}
              clock={settings.clock}
              busy={busy}
              onChange={setScript}
              onReplay={(clock) => {
                setSide('timeline');
                actions.start('replay', clock);
              }}
            />
          </div>
        </div>
        <div className="playground-run">
          <RunView
            view={view}
            waiting={figure.waiting}
            stale={figure.stale}
            elsewhere={shown !== null && view.language !== language}
            lit={lit.in(view.language)}
            onLit={(line) => lit.light(view.language, line)}
          />
          <div className="figure-story">
            <Story events={view.events} live={view.live} killed={view.killed} before={before} />
          </div>
          <Panels events={view.events} live={view.live} caption={view.caption} first="wire" />
        </div>
      </div>
      <Flash said={link.said} />
      <p className="said" aria-live="polite">
        {announcement(snapshot, script.calls[0]?.target ?? start.name)}
      </p>
      <p className="said" aria-live="polite">
        {switched !== null && `${nameOf[switched]} is shown.`}
      </p>
    </section>
  );
}

const sides = [
  { value: 'code', name: 'Code' },
  { value: 'timeline', name: 'Timeline' },
] as const;

/** Into the address bar, without an entry in the history. */
const remember = (address: string | null): void => {
  if (address !== null) history.replaceState(null, '', address);
};

/** Where a run's story will be told. */
const before = 'Press Run, and Stop while it waits.';
const noMarks: LineMarks = {};
const nothing = () => {};
