import { useCallback, useSyncExternalStore } from 'react';
import type { Session, Snapshot } from '../session/index.ts';
import { Notice } from './Notice.tsx';
import { StartSteps } from './StartSteps.tsx';
import { useDelayed } from './useDelayed.ts';
import type { Sessions } from './useFigure.ts';
import type { Runs } from './useRuns.ts';

/** Seconds of silence before a wait is mentioned. */
const patience = 0.4;

/** What several runs beside each other have to say: that an engine starts, or why they broke off. */
export function RunNotices({ sessions, runs }: { sessions: Sessions | null; runs: Runs }) {
  const { playing, failed } = runs;
  const booting = useBooting(playing === null ? null : (sessions?.[playing.language] ?? null));
  const slow = useDelayed(booting !== null, patience);
  return (
    <>
      {slow && booting !== null && playing !== null && (
        <StartSteps language={playing.language} booting={booting} />
      )}
      {failed !== null && <Notice>{failed}</Notice>}
    </>
  );
}

function useBooting(session: Session | null): Snapshot['booting'] {
  const subscribe = useCallback(
    (changed: () => void) => session?.subscribe(changed) ?? (() => {}),
    [session],
  );
  return useSyncExternalStore(
    subscribe,
    () => session?.getSnapshot().booting ?? null,
    () => null,
  );
}
