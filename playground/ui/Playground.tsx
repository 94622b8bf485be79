import { useEffect, useMemo, useState } from 'react';
import type { Language } from '../engines/engine.ts';
import type { Example } from '../example.ts';
import { chooseLanguage } from '../language.ts';
import { decodeShare, isShare } from '../share/index.ts';
import { Bench } from './Bench.tsx';
import { settingsOf } from './settings.ts';
import type { Beginning } from './useFigure.ts';
import { useLanguage } from './useLanguage.ts';
import { useSessions } from './useSessions.ts';
import './tokens.css';
import './timeline.css';
import './panels.css';
import './figure.css';
import './playground.css';

export interface PlaygroundProps {
  /** Programs to start from; the first is the default. */
  starts: Example[];
  /** By the start's name: one HTML string a source line, made at build time. */
  highlighted: Record<string, Record<Language, string[]>>;
}

/** What is on the bench. A link's program has no name of its own; it may say which start it came from. */
interface Choice {
  /** Counts openings: each is a bench of its own. */
  count: number;
  start: string;
  linked: { language: Language; beginning: Beginning } | null;
}

/**
 * The whole window, for a program of the reader's own. It begins with a start of the guide or with the
 * program in the address, and it never runs by itself.
 */
export function Playground({ starts, highlighted }: PlaygroundProps) {
  const first = starts[0];
  if (first === undefined) throw new Error('The playground needs a program to start from.');

  const sessions = useSessions();
  const preferred = useLanguage();
  const [choice, setChoice] = useState<Choice>({ count: 0, start: first.name, linked: null });
  const [broken, setBroken] = useState<string | null>(null);
  const start = starts.find(({ name }) => name === choice.start) ?? first;

  const open = (next: Omit<Choice, 'count'>) => {
    sessions?.python.reset();
    sessions?.typescript.reset();
    setChoice((before) => ({ ...next, count: before.count + 1 }));
  };

  useEffect(() => {
    async function read() {
      if (!isShare(location.hash)) return;
      const shared = await decodeShare(location.hash);
      if (!shared.ok) {
        setBroken(shared.message);
        return open({ start: first!.name, linked: null });
      }
      setBroken(null);
      const origin = starts.find(({ name }) => name === shared.example) ?? first!;
      const { language, source } = shared.program;
      const settings = { ...settingsOf(origin), script: shared.script, clock: shared.clock };
      const sources = { ...origin.sources, [language]: source };
      open({
        start: origin.name,
        linked: { language, beginning: { draft: null, sources, settings } },
      });
    }
    void read();
    const onHashChange = () => void read();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);

  const beginning = useMemo(
    () =>
      choice.linked?.beginning ?? {
        draft: start.name,
        sources: start.sources,
        settings: settingsOf(start),
      },
    [choice, start],
  );
  const own = useMemo(() => {
    const of = (language: Language) => ({
      source: start.sources[language],
      lines: highlighted[start.name]?.[language] ?? start.sources[language].split('\n'),
    });
    return { python: of('python'), typescript: of('typescript') };
  }, [start, highlighted]);
  // A link's language is the link's, and changes nothing about its reader's.
  const [linkShows, setLinkShows] = useState<{ count: number; language: Language } | null>(null);
  const linkLanguage =
    linkShows?.count === choice.count ? linkShows.language : choice.linked?.language;

  return (
    <Bench
      key={choice.count}
      sessions={sessions}
      beginning={beginning}
      language={linkLanguage ?? preferred}
      linked={choice.linked?.language ?? null}
      highlighted={own}
      start={start}
      starts={starts}
      broken={broken}
      onLanguage={(language) => {
        if (choice.linked === null) chooseLanguage(language);
        else setLinkShows({ count: choice.count, language });
      }}
      onStart={(name) => {
        history.replaceState(null, '', location.pathname + location.search);
        setBroken(null);
        open({ start: name, linked: null });
      }}
    />
  );
}
