import { useEffect, useMemo, useRef, useState } from 'react';
import type { Diagnostic, TransportChoice } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import type { Session } from '../session.ts';
import { announcement } from './announce.ts';
import { ArgumentsForm } from './ArgumentsForm.tsx';
import { Choice } from './Choice.tsx';
import { CodePane, type CodePaneHandle } from './CodePane.tsx';
import { Controls } from './Controls.tsx';
import { FigureMenu } from './FigureMenu.tsx';
import { Flash, Notice, Problems } from './Notice.tsx';
import { Notices } from './Notices.tsx';
import { Panels } from './Panels.tsx';
import { RunView } from './RunView.tsx';
import { ScriptList } from './ScriptList.tsx';
import { stopTime, withCall, withStopAt } from './settings.ts';
import { Setup } from './Setup.tsx';
import { Story } from './Story.tsx';
import { problemsOf, useFigure, type Beginning } from './useFigure.ts';
import { useKeys } from './useKeys.ts';
import { useLines } from './useLines.ts';
import { useLink } from './useLink.ts';
import { useStable } from './useStable.ts';
import { useTraceAttribute } from './useTraceAttribute.ts';
import { viewOf } from './view.ts';

export interface BenchProps {
  session: Session | null;
  beginning: Beginning;
  /** The start's program, highlighted at build time. */
  highlighted: { source: string; lines: readonly string[] };
  start: Example;
  starts: readonly Example[];
  /** The program came with the address. */
  linked: boolean;
  /** What is wrong with the link in the address, or null. */
  broken: string | null;
  onStart(name: string): void;
}

/** Seconds after the last key until a linked program is written back into the address. */
const settle = 0.8;

/** One program in the playground, from its opening until another is chosen. */
export function Bench(props: BenchProps) {
  const { session, beginning, start, linked } = props;
  const box = useRef<HTMLElement>(null);
  const code = useRef<CodePaneHandle>(null);
  const [side, setSide] = useState<'code' | 'timeline'>('code');
  const [typing, setTyping] = useState(false);
  const [asked, setAsked] = useState(0);
  const [lit, setLit] = useState<number | null>(null);
  const [found, setFound] = useState(none);

  const [used, setUsed] = useState(false);
  const use = () => setUsed(true);

  // To read a program is to run its top level. Nothing of a link's does before its reader presses something.
  const figure = useFigure(session, beginning, { keepScript: true, read: used });
  const { snapshot, settings, actions, busy } = figure;
  const { script } = settings;
  const link = useLink(() => ({
    example: start.name,
    program: { language: 'typescript', source: figure.source },
    script: figure.script,
    clock: settings.clock,
  }));

  useEffect(() => {
    if (used) session?.warm();
  }, [used, session]);

  // In the browser the editor comes by itself: to type is what this page is for.
  useEffect(() => setTyping(true), []);

  // The address keeps a linked program: it survives a reload as a draft does.
  useEffect(() => {
    if (!linked || !figure.edited) return;
    const timer = setTimeout(() => void link.make().then(remember, nothing), settle * 1000);
    return () => clearTimeout(timer);
  }, [linked, figure.source]);

  const view = viewOf(figure, null);
  const marks = useLines(figure.shown, figure.stale);
  const problems = useMemo(
    () => problemsOf(snapshot.diagnostics, found),
    [snapshot.diagnostics, found],
  );
  const onEscape = useStable(() => busy && actions.stop());
  const run = () => {
    setSide('timeline');
    actions.start('run');
  };
  const setScript = (next: typeof script) => actions.set({ script: next });
  const onTransport = (transport: TransportChoice) => setScript({ ...script, transport });
  useKeys(box, { busy, onRun: run, onStop: actions.stop });
  useTraceAttribute(box, snapshot.run);

  return (
    <section
      ref={box}
      className="figure playground"
      aria-label="Playground"
      data-figure={start.name}
      data-state={snapshot.state}
      data-engine="typescript"
      data-transport={script.transport.kind}
      data-era={script.transport.kind === 'stdio' ? script.transport.era : undefined}
      data-clock={settings.clock}
      data-run={snapshot.run?.id}
      data-side={side}
      onPointerEnter={linked ? undefined : use}
      onFocus={linked ? undefined : use}
      onPointerDownCapture={use}
      onKeyDownCapture={use}
    >
      <div className="figure-top">
        <header className="figure-head">
          <select
            className="select figure-name needs-script"
            aria-label="Start from"
            value={linked ? '' : start.name}
            onChange={(event) => props.onStart(event.target.value)}
          >
            {linked && <option value="">from a link</option>}
            {props.starts.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <span className="chip needs-script" data-edited={figure.edited}>
            {figure.edited ? 'edited' : linked ? 'as in the link' : 'as in the guide'}
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
            setAsked(asked + 1);
          }}
          onStopAt={(at) => setScript(withStopAt(script, at))}
          onTimeoutChange={(timeout) => actions.set({ timeout })}
          aside={
            <button
              type="button"
              className="button button-quiet"
              onClick={() => void link.copy().then(remember)}
            >
              Copy link
            </button>
          }
        >
          <FigureMenu
            killable={busy || snapshot.state === 'loading'}
            busy={busy}
            transport={script.transport}
            onTransport={onTransport}
            onDisconnect={actions.disconnect}
            onKill={actions.kill}
            onCopyLink={null}
            onOpen={null}
          />
        </Controls>
      </div>

      {props.broken !== null && <Notice>{props.broken}</Notice>}
      <Notices
        snapshot={snapshot}
        waiting={figure.waiting}
        lost={figure.lost !== null}
        onKill={actions.kill}
        onRestore={actions.restore}
      />

      <div className="playground-sides needs-script">
        <Choice label="Show" value={side} options={sides} onChange={(next) => setSide(next)} />
      </div>

      <div className="figure-body">
        <div className="figure-code playground-code">
          <CodePane
            ref={code}
            name={start.name}
            label="Your program, TypeScript"
            source={figure.source}
            revision={figure.revision}
            highlighted={props.highlighted}
            marks={marks}
            diagnostics={snapshot.diagnostics}
            lit={lit}
            onLit={setLit}
            editing={typing}
            asked={asked}
            onChange={actions.edit}
            onProblems={setFound}
            onEscape={onEscape}
          />
          <Problems
            problems={problems}
            onGoTo={({ line, column }) => code.current?.goTo(line, column)}
          />
          <div className="playground-setup needs-script">
            {script.calls[0] !== undefined && (
              <ArgumentsForm
                server={snapshot.server}
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
            lit={lit}
            onLit={setLit}
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
const none: Diagnostic[] = [];
const nothing = () => {};
