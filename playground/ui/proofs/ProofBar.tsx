import { useState, useSyncExternalStore } from 'react';
import { nameOf } from '../../language.ts';
import { StartSteps } from '../StartSteps.tsx';
import { useLanguage } from '../useLanguage.ts';
import type { Catalog } from './catalog.ts';
import type { Provers } from './provers.ts';

export interface ProofBarProps {
  catalog: Catalog;
  provers: Provers;
}

/** At the guide's end: how many of its claims hold in this browser, and what they were played on. */
export function ProofBar({ catalog, provers }: ProofBarProps) {
  const language = useLanguage();
  const prover = provers[language];
  const { of, progress, took, engine, booting } = useSyncExternalStore(
    prover.subscribe,
    prover.getSnapshot,
  );
  const [everywhere, setEverywhere] = useState(false);
  const total = catalog.claims.length;
  const holding = [...of.values()].filter((one) => one.state === 'played' && one.holds).length;
  const failing = [...of].filter(
    ([, one]) => one.state === 'broken' || (one.state === 'played' && !one.holds),
  );
  const runs = [...of.values()].reduce(
    (sum, one) => sum + (one.state === 'played' ? one.cases.length : 0),
    0,
  );
  return (
    <section
      className="proof-bar"
      aria-label="Proofs in this browser"
      data-claims={total}
      data-holding={holding}
      data-failing={failing.length}
      data-runs={runs}
      data-proving={progress !== null}
    >
      <p role="status">
        {progress !== null ? (
          <>
            {progress.done} of {progress.total} runs played on {nameOf[language]}
          </>
        ) : (
          <>
            <strong>
              {holding} of {total} claims hold in your browser
            </strong>
            {[engine?.sdk, engine && catalog.anyio[language], engine?.runtime]
              .filter(Boolean)
              .map((part) => ` · ${part}`)}
            {took !== null && ` · in ${(took / 1000).toFixed(1)} s`}
          </>
        )}
      </p>
      {progress !== null && (
        <progress value={progress.done} max={progress.total} aria-label="Runs played" />
      )}
      {booting !== null && <StartSteps language={language} booting={booting} />}
      <p className="proof-bar-controls">
        <button
          type="button"
          disabled={progress !== null}
          onClick={() => void prover.proveAll(everywhere)}
        >
          Prove all
        </button>
        <label>
          <input
            type="checkbox"
            checked={everywhere}
            onChange={({ target }) => setEverywhere(target.checked)}
          />{' '}
          over every transport
        </label>
      </p>
      {failing.length > 0 && (
        <ul className="proof-failing">
          {failing.map(([id]) => (
            <li key={id}>
              <a href={`#${id}`}>{id}</a> does not hold
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
