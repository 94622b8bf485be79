import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { Catalog } from './ui/proofs/catalog.ts';
import { Prediction, type PredictionProps } from './ui/predict/Prediction.tsx';
import { ProofBar } from './ui/proofs/ProofBar.tsx';
import { ProofPanel } from './ui/proofs/ProofPanel.tsx';
import { keepMarks, proversOf } from './ui/proofs/provers.ts';
import { VariantPanel, type VariantPanelProps } from './ui/variants/VariantPanel.tsx';
import './ui/tokens.css';
import './ui/timeline.css';
import './ui/panels.css';
import './ui/figure.css';
import './ui/proofs/proofs.css';
import './ui/variants/variants.css';

export type { Recording } from './trace/recording.ts';
export type { Catalog } from './ui/proofs/catalog.ts';

/** The proofs of a page: a panel below any of its sentences, and the bar that proves them all. */
export interface PageProofs {
  /** Unfold the claim's proof in this place; again: fold it. */
  toggle(id: string, place: () => HTMLElement): void;
  /** Show what a program becomes, in this place; null: nothing of it. */
  vary(place: HTMLElement, variant: Omit<VariantPanelProps, 'catalog' | 'provers'> | null): void;
  /** Play what was guessed about, in this place, and say how far off the guess was. */
  predict(place: HTMLElement, guess: Omit<PredictionProps, 'provers'>): void;
  /** Draw the bar here, and prove all at once. */
  proveAll(place: HTMLElement): void;
}

/** A third door, beside the figures' and the light one: it is fetched when a reader asks for a proof. */
export function openProofs(catalog: Catalog, marks: ReadonlyMap<string, HTMLElement>): PageProofs {
  const provers = proversOf(catalog);
  keepMarks(marks, provers);
  const open = new Map<string, () => void>();
  const roots = new WeakMap<HTMLElement, Root>();
  return {
    toggle(id, place) {
      const close = open.get(id);
      if (close) return close();
      const box = place();
      const mark = marks.get(id);
      const root = createRoot(box);
      open.set(id, () => {
        open.delete(id);
        root.unmount();
        box.remove();
        mark?.setAttribute('aria-expanded', 'false');
        mark?.focus();
      });
      const { says } = catalog.claims.find((claim) => claim.id === id)!;
      flushSync(() =>
        root.render(
          <ProofPanel
            id={id}
            says={says}
            provers={provers}
            catalog={catalog}
            onClose={() => open.get(id)?.()}
          />,
        ),
      );
      mark?.setAttribute('aria-expanded', 'true');
    },
    vary(place, variant) {
      const root = roots.get(place) ?? createRoot(place);
      roots.set(place, root);
      flushSync(() =>
        root.render(
          variant && (
            <VariantPanel key={variant.becomes} {...variant} catalog={catalog} provers={provers} />
          ),
        ),
      );
    },
    predict(place, guess) {
      const root = roots.get(place) ?? createRoot(place);
      roots.set(place, root);
      flushSync(() => root.render(<Prediction {...guess} provers={provers} />));
    },
    proveAll(place) {
      const root = createRoot(place);
      flushSync(() => root.render(<ProofBar catalog={catalog} provers={provers} />));
      place.querySelector('button')?.click();
      place.querySelector('button')?.focus();
    },
  };
}
