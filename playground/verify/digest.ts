import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Claim } from '../../content/claims.ts';

const content = new URL('../../content/examples/', import.meta.url);

/** A hash of what the claims play and expect, and of the programs they play. */
export function digestOf(claims: readonly Claim[]): string {
  const played = claims.map(({ id, says, cases, figures }) => ({ id, says, cases, figures }));
  const hash = createHash('sha256').update(JSON.stringify(played));
  const examples = new Set(claims.flatMap(({ cases }) => cases.map(({ example }) => example)));
  for (const example of [...examples].sort())
    for (const file of ['example.json', 'server.py', 'server.ts'])
      hash.update(readFileSync(new URL(`${example}/${file}`, content)));
  return hash.digest('hex').slice(0, 16);
}
