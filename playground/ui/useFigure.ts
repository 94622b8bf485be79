import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { clearDraft, readDraft, writeDraft } from '../draft.ts';
import type { ClockKind, Diagnostic, Language, Script } from '../engines/engine.ts';
import { LANGUAGES } from '../language.ts';
import type { Run, Session, SessionState, Snapshot } from '../session/index.ts';
import { givesUp, same, scriptFor, type Leaving, type Settings, type Start } from './settings.ts';

/** What a figure begins with, and goes back to on Reset. */
export interface Beginning {
  /** Where edits are kept; null: nowhere (a program from a link, which the address keeps). */
  draft: string | null;
  sources: Readonly<Record<Language, string>>;
  settings: Settings;
}

export interface FigureModel {
  /** The language that a run is played in or is about to be; else the shown one. */
  active: Language;
  /** The active language's. */
  snapshot: Snapshot;
  snapshots: Readonly<Record<Language, Snapshot>>;
  /** The program in the shown language. */
  source: string;
  sources: Readonly<Record<Language, string>>;
  /** Counts the times a text was set by something else than typing: an editor takes it over then. */
  revisions: Readonly<Record<Language, number>>;
  settings: Settings;
  /** The text differs from the beginning's. */
  edited: boolean;
  /** A run goes on in either language, or waits for the shown language's engine or program. */
  busy: boolean;
  /** The last run, of either language. */
  run: Run | null;
  /** The last run that has something to show; a new one, in either language, takes its place with its first event. */
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
  language: Language;
  source: string;
  settings: Settings;
}

export interface Actions {
  edit(language: Language, source: string): void;
  set(change: Partial<Settings>): void;
  /** Play the shown language's program, on the settings' clock or on another, which then becomes theirs. */
  start(start: Start, clock?: ClockKind): void;
  /** Start what did not start once more, and the run that waited for it. */
  retry(): void;
  stop(): void;
  /** The client of the run that goes on leaves, with its calls open. */
  leave(how: Leaving): void;
  kill(): void;
  /** Forget the last run, and all that was changed; the other language's text stays. */
  reset(): void;
  /** Forget the last run, and nothing else. */
  clear(): void;
  /** Bring back what the last Reset took away. */
  restore(): void;
}

interface Options {
  /** After a live run, what the client did becomes the script. */
  keepScript?: boolean;
  /** Read the program for its tools and mistakes as it is typed. */
  read?: boolean;
}

export type Sessions = Readonly<Record<Language, Session>>;

const nothing: Snapshot = {
  state: 'idle',
  booting: null,
  engine: null,
  server: null,
  diagnostics: [],
  run: null,
  unresponsive: false,
  notice: null,
  startFailed: false,
};

/** A reader stops typing for this long before the program is read for its tools and mistakes. */
const typingPause = 400;

export const isBusy = (state: SessionState): boolean => state === 'running' || state === 'stopping';

/** One figure: a session and a text (kept as a draft) a language, and the settings that both share. */
export function useFigure(
  sessions: Sessions | null,
  beginning: Beginning,
  language: Language,
  { keepScript = false, read = false }: Options = {},
): FigureModel {
  const python = useSession(sessions?.python ?? null);
  const typescript = useSession(sessions?.typescript ?? null);
  const snapshots = { python, typescript };
  const [sources, setSources] = useState(beginning.sources);
  const [revisions, setRevisions] = useState({ python: 0, typescript: 0 });
  const [settings, setSettings] = useState(beginning.settings);
  const [lost, setLost] = useState<Saved | null>(null);
  const [started, setStarted] = useState<{ start: Start; script: Script } | null>(null);
  /** What was last asked to start, with the run that its session had then. */
  const [asked, setAsked] = useState<{ language: Language; after: number | null } | null>(null);

  const put = useCallback((language: Language, text: string) => {
    setSources((before) => ({ ...before, [language]: text }));
    setRevisions((before) => ({ ...before, [language]: before[language] + 1 }));
  }, []);

  useEffect(() => {
    for (const language of LANGUAGES) {
      const draft = beginning.draft === null ? null : readDraft(beginning.draft, language);
      if (draft !== null) put(language, draft);
    }
  }, [beginning.draft, put]);

  const source = sources[language];
  useEffect(() => {
    const session = sessions?.[language];
    if (!session || !read || isBusy(session.getSnapshot().state)) return;
    const timer = setTimeout(() => {
      if (!isBusy(session.getSnapshot().state)) session.load({ language, source });
    }, typingPause);
    return () => clearTimeout(timer);
  }, [sessions, language, read, source]);

  const run = latestOf(python.run, typescript.run);
  const kept = useRef<Run | null>(null);
  if (run === null) kept.current = null;
  else if (run.events.length > 0 || run.end !== null || run.killed) kept.current = run;
  const shown = kept.current;

  const stale =
    run !== null &&
    started !== null &&
    (run.program.source !== sources[run.program.language] ||
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

  const waits = (language: Language): boolean =>
    snapshots[language].state === 'loading' &&
    asked?.language === language &&
    asked.after === (snapshots[language].run?.id ?? null);
  const active =
    LANGUAGES.find((each) => isBusy(snapshots[each].state)) ?? LANGUAGES.find(waits) ?? language;

  const latest = useRef({
    sessions,
    language,
    active,
    sources,
    settings,
    started,
    lost,
    beginning,
  });
  latest.current = { sessions, language, active, sources, settings, started, lost, beginning };

  const actions = useMemo<Actions>(() => {
    const current = () => latest.current.sessions?.[latest.current.active];
    const all = () => Object.values(latest.current.sessions ?? {}) as Session[];
    const start = (start: Start, clock: ClockKind) => {
      const { sessions, language, sources, settings } = latest.current;
      if (!sessions || all().some((each) => isBusy(each.getSnapshot().state))) return;
      const session = sessions[language];
      const script = scriptFor(start, settings, clock);
      setSettings({ ...settings, clock });
      setStarted({ start, script });
      setAsked({ language, after: session.getSnapshot().run?.id ?? null });
      for (const other of all()) if (other !== session) other.callOff();
      session.run({ language, source: sources[language] }, script, clock);
    };
    const clear = () => {
      for (const session of all()) session.reset();
      setStarted(null);
    };
    return {
      edit(language, text) {
        const { beginning, sources } = latest.current;
        // An editor also tells of the text that it was given.
        if (text === sources[language]) return;
        latest.current.sources = { ...sources, [language]: text };
        setSources((before) => ({ ...before, [language]: text }));
        setLost(null);
        keep(beginning, language, text);
      },
      set: (change) => setSettings((before) => ({ ...before, ...change })),
      start: (how, clock = latest.current.settings.clock) => start(how, clock),
      retry() {
        const { started, settings } = latest.current;
        if (started === null) current()?.warm();
        else start(started.start, settings.clock);
      },
      stop: () => current()?.stop(),
      leave: (how) => current()?.[how](),
      kill: () => current()?.kill(),
      clear,
      reset() {
        const { language, sources, settings, beginning } = latest.current;
        const [source, first] = [sources[language], beginning.sources[language]];
        clear();
        keep(beginning, language, first);
        setLost(source === first ? null : { language, source, settings });
        put(language, first);
        setSettings({ ...beginning.settings, clock: settings.clock });
      },
      restore() {
        const { lost, beginning } = latest.current;
        if (lost === null) return;
        put(lost.language, lost.source);
        setSettings(lost.settings);
        setLost(null);
        keep(beginning, lost.language, lost.source);
      },
    };
  }, [put]);

  return {
    active,
    snapshot: snapshots[active],
    snapshots,
    source,
    sources,
    revisions,
    settings,
    edited: source !== beginning.sources[language],
    busy: isBusy(snapshots[active].state) || waits(language),
    run,
    shown,
    waiting: shown !== run || waits(active),
    stale,
    script: end !== null && !stale ? end.script : settings.script,
    lost,
    actions,
  };
}

/** Runs are numbered through a page, whatever their language. */
const latestOf = (one: Run | null, other: Run | null): Run | null =>
  (one?.id ?? -1) > (other?.id ?? -1) ? one : other;

function keep({ draft, sources }: Beginning, language: Language, text: string): void {
  if (draft === null) return;
  if (text === sources[language]) clearDraft(draft, language);
  else writeDraft(draft, language, text);
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
