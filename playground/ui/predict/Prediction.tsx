import { useEffect, useState, useSyncExternalStore } from 'react';
import { judgeGuess, type Guess } from '../../proof/index.ts';
import type { Run } from '../../session/index.ts';
import type { Provers } from '../proofs/provers.ts';
import { StartSteps } from '../StartSteps.tsx';
import { Timeline } from '../Timeline.tsx';
import { useLanguage } from '../useLanguage.ts';

export interface PredictionProps {
  example: string;
  guess: Guess;
  provers: Provers;
}

/** A run, and how far off a reader's guess about it was. */
export function Prediction({ example, guess, provers }: PredictionProps) {
  const language = useLanguage();
  const prover = provers[language];
  const { booting } = useSyncExternalStore(prover.subscribe, prover.getSnapshot);
  const [run, setRun] = useState<Run | null>(null);
  const [why, setWhy] = useState('');
  const [lit, setLit] = useState<number | null>(null);
  useEffect(() => {
    let left = false;
    prover.stopped(example).then(
      (played) => left || setRun(played),
      (error: Error) => left || setWhy(error.message),
    );
    return () => void (left = true);
  }, [prover, example]);
  return (
    <div className="proof" data-prediction={example} data-played={run !== null}>
      {booting !== null && <StartSteps language={language} booting={booting} />}
      <div role="status">
        {why !== '' && <p data-right={false}>{why}</p>}
        {run !== null && (
          <ul className="proof-reasons">
            {judgeGuess(guess, run.events).map(({ right, text }) => (
              <li key={text} data-right={right}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
      {run !== null && (
        <Timeline
          events={run.events}
          now={run.now}
          live={false}
          caption={`${example}, Stop at 0.50 s, stdio, virtual time`}
          lit={lit}
          onLit={setLit}
          compact
        />
      )}
    </div>
  );
}
