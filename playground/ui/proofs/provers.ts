import type { Language } from '../../engines/engine.ts';
import { currentLanguage, onLanguage } from '../../language.ts';
import type { Catalog } from './catalog.ts';
import { Prover } from './prover.ts';

export type Provers = Record<Language, Prover>;

export const proversOf = (catalog: Catalog): Provers => ({
  python: new Prover('python', catalog),
  typescript: new Prover('typescript', catalog),
});

/** The marks beside the page's sentences say what is known of each, on the engine that the reader has chosen. */
export function keepMarks(marks: ReadonlyMap<string, HTMLElement>, provers: Provers): void {
  const write = () => {
    const { of } = provers[currentLanguage()].getSnapshot();
    for (const [id, mark] of marks) {
      const proof = of.get(id);
      const verdict = proof?.state === 'played' ? (proof.holds ? 'holds' : 'fails') : proof?.state;
      if (verdict === undefined) delete mark.dataset['verdict'];
      else mark.dataset['verdict'] = verdict;
    }
  };
  for (const prover of Object.values(provers)) prover.subscribe(write);
  onLanguage(write);
}
