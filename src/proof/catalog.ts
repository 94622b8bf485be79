import { claims } from '../../content/claims.ts';
import type { Catalog } from '../../playground/proofs.tsx';
import { exampleNamed } from '../examples.ts';
import { proofs } from '../proofs.ts';

/** What the page's proofs play: fetched with them, and not before. */
export const catalog: Catalog = {
  claims,
  exampleNamed,
  anyio: { python: proofs.engines.python.anyio, typescript: proofs.engines.typescript.anyio },
};
