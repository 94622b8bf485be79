import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ClockKind, Diagnostic, Script } from '../engines/engine.ts';
import type { Run, Session, SessionState, Snapshot } from '../session.ts';
import { clearDraft, readDraft, writeDraft } from '../draft.ts';
import { givesUp, same, scriptFor, type Settings, type Start } from './settings.ts';

/** What a figure begins with, and goes back to on Reset. */
export interface Beginning {
  /** Where edits are kept; null: nowhere (a program from a link, which the address keeps). */
  draft: string | null;
  source: string;
  settings: Settings;
}

export interface FigureModel {
  snapshot: Snapshot;
  source: string;
  /** Counts the times the text was set by something else than typing: an editor takes it over then. */
  revision: number;
  settings: Settings;
  /** The text differs from the beginning's. */
  edited: boolean;
  /** A run goes on, or waits for its engine or its program. */
  busy: boolean;
  /** The last run that has something to show; a new one takes its place with its first event. */
  shown: Run | null;
  /** A newer run is on its way. */
  waiting: boolean;
  /** What is shown was made from a program or settings that have changed since. */
  stale: boolean;
  /** The script that a link should carry: as it was played, where that still fits. */
  script: Script;
  /** What a Reset took away, until the next edit. */
  lost: Saved | null;
  actions: Actions;
}

interface Saved {
  source: string;
  settings: Settings;
}

export interface Actions {
  edit(source: string): void;
  set(change: Partial<Settings>): void;
  /** On the settings' clock, or on another, which then becomes theirs. */
  start(start: Start, clock?: ClockKind): void;
  stop(): void;
  disconnect(): void;
  kill(): void;
  reset(): void;
  /** Bring back what the last Reset took away. */
  restore(): void;
}

interface Options {
  /** After a live run, what the client did becomes the script. */
  keepScript?: boolean;
  /** Read the program for its tools and mistakes as it is typed. */
  read?: boolean;
}

const nothing: Snapshot = {
  state: 'idle',
  booting: null,
  engine: null,
  server: null,
  diagnostics: [],
  run: null,
  unresponsive: false,
  notice: null,
};

/** A reader stops typing for this long before the program is read for its tools and mistakes. */
const typingPause = 400;

export const isBusy = (state: SessionState): boolean => state === 'running' || state === 'stopping';

/** One figure: its session, its text (kept as a draft), and its settings. */
export function useFigure(
  session: Session | null,
  beginning: Beginning,
  { keepScript = false, read = false }: Options = {},
): FigureModel {
  const snapshot = useSession(session);
  const [source, setSource] = useState(beginning.source);
  const [revision, setRevision] = useState(0);
  const [settings, setSettings] = useState(beginning.settings);
  const [lost, setLost] = useState<Saved | null>(null);
  const [started, setStarted] = useState<{ start: Start; script: Script } | null>(null);
  /** The run that was there when the last start was asked for. */
  const [asked, setAsked] = useState<number | null | undefined>(undefined);

  useEffect(() => {
    const draft = beginning.draft === null ? null : readDraft(beginning.draft);
    if (draft === null) return;
    setSource(draft);
    setRevision((count) => count + 1);
  }, [beginning.draft]);

  useEffect(() => {
    if (!session || !read || isBusy(session.getSnapshot().state)) return;
    const timer = setTimeout(() => {
      if (!isBusy(session.getSnapshot().state)) session.load({ language: 'typescript', source });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [session, read, source]);

  const { run } = snapshot;
  const kept = useRef<Run | null>(null);
  if (run === null) kept.current = null;
  else if (run.events.length > 0 || run.end !== null || run.killed) kept.current = run;
  const shown = kept.current;

  const stale =
    run !== null &&
    started !== null &&
    (run.program.source !== source ||
      !same(scriptFor(started.start, settings, run.clock), started.script));

  const end = run?.end ?? null;
  useEffect(() => {
    if (!keepScript || stale || end === null || run === null || started === null) return;
    if (!givesUp(end.script)) return;
    const next = { ...settings, script: end.script };
    setSettings(next);
    setStarted({ ...started, script: scriptFor(started.start, next, run.clock) });
    // Once, at a run's end; what is typed afterwards is the reader's.
  }, [end]);

  const latest = useRef({ session, source, settings, lost, beginning });
  latest.current = { session, source, settings, lost, beginning };

  const actions = useMemo<Actions>(
    () => ({
      edit(text) {
        const { beginning } = latest.current;
        // An editor also tells of the text that it was given.
        if (text === latest.current.source) return;
        latest.current.source = text;
        setSource(text);
        setLost(null);
        keep(beginning, text);
      },
      set: (change) => setSettings((before) => ({ ...before, ...change })),
      start(start, clock = latest.current.settings.clock) {
        const { session, source, settings } = latest.current;
        if (!session || isBusy(session.getSnapshot().state)) return;
        const script = scriptFor(start, settings, clock);
        setSettings({ ...settings, clock });
        setStarted({ start, script });
        setAsked(session.getSnapshot().run?.id ?? null);
        session.run({ language: 'typescript', source }, script, clock);
      },
      stop: () => latest.current.session?.stop(),
      disconnect: () => latest.current.session?.disconnect(),
      kill: () => latest.current.session?.kill(),
      reset() {
        const { session, source, settings, beginning } = latest.current;
        session?.reset();
        setStarted(null);
        keep(beginning, beginning.source);
        setLost(source === beginning.source ? null : { source, settings });
        setSource(beginning.source);
        setRevision((count) => count + 1);
        setSettings({ ...beginning.settings, clock: settings.clock });
      },
      restore() {
        const { lost, beginning } = latest.current;
        if (lost === null) return;
        setSource(lost.source);
        setRevision((count) => count + 1);
        setSettings(lost.settings);
        setLost(null);
        keep(beginning, lost.source);
      },
    }),
    [],
  );

  const queued = snapshot.state === 'loading' && asked === (run?.id ?? null);

  return {
    snapshot,
    source,
    revision,
    settings,
    edited: source !== beginning.source,
    busy: isBusy(snapshot.state) || queued,
    shown,
    waiting: shown !== run || queued,
    stale,
    script: end !== null && !stale ? end.script : settings.script,
    lost,
    actions,
  };
}

function keep({ draft, source }: Beginning, text: string): void {
  if (draft === null) return;
  if (text === source) clearDraft(draft);
  else writeDraft(draft, text);
}

/** What a session says, and nothing on the server. */
function useSession(session: Session | null): Snapshot {
  const subscribe = useCallback(
    (changed: () => void) => session?.subscribe(changed) ?? (() => {}),
    [session],
  );
  return useSyncExternalStore(
    subscribe,
    () => session?.getSnapshot() ?? nothing,
    () => nothing,
  );
}

/** What is wrong with the program: the engine's findings first, then those the editor adds. */
export function problemsOf(
  engine: readonly Diagnostic[],
  editor: readonly Diagnostic[],
): Diagnostic[] {
  const known = new Set(engine.map(({ line }) => line));
  return [...engine, ...editor.filter(({ line }) => !known.has(line))].toSorted(
    (a, b) => a.line - b.line || a.column - b.column,
  );
}
