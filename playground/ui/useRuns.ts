import { useCallback, useRef, useState } from 'react';
import type { Language, Script } from '../engines/engine.ts';
import { playOnce, type Run } from '../session/index.ts';
import { captionOf } from './caption.ts';
import type { Sessions } from './useFigure.ts';
import type { View } from './RunView.tsx';

/** One run of several, all on the virtual clock. */
export interface Plan {
  key: string;
  language: Language;
  source: string;
  script: Script;
}

export interface Runs {
  /** What was played, by its key. */
  done: ReadonlyMap<string, View>;
  /** The plan that is played now. */
  playing: Plan | null;
  /** Why the last playing broke off; null where it did not. */
  failed: string | null;
  /** Play them one after the other. Nothing while others are played. */
  play(plans: readonly Plan[]): void;
}

/** Runs that are shown beside each other: each is played to its end before the next begins. */
export function useRuns(sessions: Sessions | null): Runs {
  const [done, setDone] = useState<ReadonlyMap<string, View>>(new Map());
  const [playing, setPlaying] = useState<Plan | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const busy = useRef(false);

  const play = useCallback(
    (plans: readonly Plan[]) => {
      if (!sessions || busy.current) return;
      busy.current = true;
      setFailed(null);
      playAll(plans, sessions)
        .catch((error: Error) => setFailed(error.message))
        .finally(() => {
          busy.current = false;
          setPlaying(null);
        });
    },
    [sessions],
  );
  return { done, playing, failed, play };

  async function playAll(plans: readonly Plan[], sessions: Sessions): Promise<void> {
    for (const plan of plans) {
      setPlaying(plan);
      const { key, language, source, script } = plan;
      const session = sessions[language];
      const order = { program: { language, source }, script, clock: 'virtual' } as const;
      const run = await playOnce(session, order);
      const view = viewOfRun(run, captionOf(run, session.getSnapshot()));
      setDone((before) => new Map([...before, [key, view]]));
    }
  }
}

const viewOfRun = (run: Run, caption: string): View => ({
  events: run.events,
  language: run.program.language,
  now: run.now,
  live: false,
  killed: false,
  caption,
});
