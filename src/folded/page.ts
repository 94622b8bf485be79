import { unfold } from './unfold.ts';

/** A folded figure is fetched from its own page at the first sign of interest, and put in when its fold opens. */
for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-folds]'))
  unfold(fold);
