import { useEffect, useSyncExternalStore } from 'react';
import { nameOf } from '../../language.ts';
import { StartSteps } from '../StartSteps.tsx';
import { useLanguage } from '../useLanguage.ts';
import { CaseProof } from './CaseProof.tsx';
import type { Catalog } from './catalog.ts';
import type { Provers } from './provers.ts';

export interface ProofPanelProps {
  id: string;
  says: string;
  provers: Provers;
  catalog: Catalog;
  onClose(): void;
}

/** A claim's proof on the reader's engine, unfolded below its sentence. It is played where it was not yet. */
export function ProofPanel({ id, says, provers, catalog, onClose }: ProofPanelProps) {
  const language = useLanguage();
  const prover = provers[language];
  const { of, booting } = useSyncExternalStore(prover.subscribe, prover.getSnapshot);
  const proof = of.get(id);
  useEffect(() => {
    if (proof === undefined) void prover.proveOne(id);
  }, [prover, id, proof === undefined]);

  const verdict =
    proof?.state === 'played' ? (proof.holds ? 'holds' : 'does not hold') : proof?.state;
  return (
    <section className="proof" aria-label={`Proof: ${says}`} data-verdict={verdict ?? 'playing'}>
      <header>
        <p role="status">
          <strong className="proof-verdict">{wordsOf(verdict)}</strong> on {nameOf[language]}:{' '}
          {says}.
        </p>
        <button type="button" onClick={() => void prover.proveOne(id)}>
          Again
        </button>
        <button
          type="button"
          className="proof-close"
          onClick={onClose}
          aria-label="Close the proof"
        >
          ×
        </button>
      </header>
      {booting !== null && <StartSteps language={language} booting={booting} />}
      {proof?.state === 'broken' && <p className="proof-broken">{proof.message}</p>}
      {proof?.state === 'played' &&
        proof.cases.map((played) => (
          <CaseProof
            key={`${played.facts.example} ${played.on} ${played.run.id}`}
            played={played}
            prover={prover}
            catalog={catalog}
          />
        ))}
    </section>
  );
}

function wordsOf(verdict: string | undefined): string {
  switch (verdict) {
    case 'holds':
      return 'Holds';
    case 'does not hold':
      return 'Does not hold';
    case 'broken':
      return 'Could not be played';
    default:
      return 'Is played';
  }
}
