import type { MutationName } from '../../../content/claims.ts';
import { clientMutations } from './client.ts';
import { handlerMutations } from './handler.ts';
import type { Mutation } from './mutation.ts';
import { programMutations } from './program.ts';
import { threadMutations } from './thread.ts';
import { wireMutations } from './wire.ts';

export type { Mutation, Trace } from './mutation.ts';

/** The implementation of each mutation that a claim may name. */
export const mutations: Readonly<Record<MutationName, Mutation>> = {
  ...programMutations,
  ...clientMutations,
  ...wireMutations,
  ...handlerMutations,
  ...threadMutations,
};
