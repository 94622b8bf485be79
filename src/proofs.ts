import type { Proofs } from '../content/claims.ts';
import found from '../content/proofs.json';

/** What the last `npm run verify:docs` found. */
export const proofs: Proofs = found as Proofs;
