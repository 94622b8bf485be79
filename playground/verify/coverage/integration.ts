import type { AstroIntegration } from 'astro';
import { readFileSync } from 'node:fs';
import { claims, type Proofs } from '../../../content/claims.ts';
import { digestOf } from '../digest.ts';
import { faultsOf } from './gate.ts';
import { sentencesOf } from './sentences.ts';

const guide = 'content/docs/index.mdx';
const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

/** Fails the build when a sentence of the guide is not proved, or a figure in it is another than what runs. */
export const coverage: AstroIntegration = {
  name: 'coverage',
  hooks: {
    'astro:build:start': ({ logger }) => {
      const mdx = read(guide);
      const proofs = JSON.parse(read('content/proofs.json')) as Proofs;
      const faults = faultsOf({ file: guide, mdx, claims, proofs, digest: digestOf(claims) });
      if (faults.length > 0)
        throw new Error(
          `The guide is not proved:\n${faults.map((fault) => `- ${fault}`).join('\n')}`,
        );
      const count = sentencesOf(mdx).filter(({ heading }) => !heading).length;
      logger.info(`${count} sentences, ${claims.length} claims: each is proved or claims nothing`);
    },
  },
};
