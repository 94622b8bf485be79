import type { Claim } from './claims/claim.ts';
import { cleanup } from './claims/cleanup.ts';
import { opening } from './claims/opening.ts';
import { switches } from './claims/switches.ts';
import { threads } from './claims/threads.ts';
import { where } from './claims/where.ts';

export type * from './claims/claim.ts';
export { MUTATIONS, type MutationName } from './claims/mutations.ts';
export type * from './claims/proofs.ts';

/** Every fact of the guide, in its order. */
export const claims: readonly Claim[] = [...opening, ...cleanup, ...threads, ...where, ...switches];
