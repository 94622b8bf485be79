// Plays every claim of the guide on both engines and over every transport, prints the table, and writes
// content/proofs.json, which the Proofs page shows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { claims, type Proofs, type Versions } from '../../content/claims.ts';
import type { Engine, Language } from '../engines/engine.ts';
import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { wholeEngine } from '../engines/typescript/whole.ts';
import { digestOf } from './digest.ts';
import { playClaims, type Played } from './play.ts';
import { provenClaims, table } from './report.ts';

const root = new URL('../../', import.meta.url);
const engines: Record<Language, Engine> = {
  typescript: wholeEngine(),
  python: new PythonEngine(nodeAssets),
};

const versions = {} as Record<Language, Versions>;
const played: Record<Language, Played[]> = { typescript: [], python: [] };
for (const [language, engine] of Object.entries(engines) as [Language, Engine][]) {
  const { sdk, runtime } = await engine.boot(() => {});
  versions[language] = { sdk, runtime, anyio: language === 'python' ? anyio() : null };
  for await (const one of playClaims(claims, engine, language)) {
    played[language].push(one);
    for (const { expected, happened } of one.proof.failures)
      console.error(`${one.claim}, ${language}, ${one.on}: expected ${expected}; ${happened}`);
  }
}

const proofs: Proofs = {
  date: new Date().toISOString().replace(/\.\d+/, ''),
  commit: commit(),
  digest: digestOf(claims),
  engines: versions,
  protocols: { modern: protocolOf('modern'), legacy: protocolOf('legacy') },
  claims: provenClaims(claims, played),
};
console.log(table(proofs));
writeFileSync(new URL('content/proofs.json', root), `${JSON.stringify(proofs, null, 2)}\n`);
const failed = Object.values(played)
  .flat()
  .some(({ proof }) => !proof.holds);
process.exit(failed ? 1 : 0);

/** The one protocol version that crossed the wires of an era; null where that was not one. */
function protocolOf(era: string): string | null {
  const seen = new Set(
    Object.values(played)
      .flat()
      .flatMap(({ on, protocols }) => (on.includes(era) ? protocols : [])),
  );
  const [version] = seen;
  return seen.size === 1 && version !== undefined ? version : null;
}

/** From the name of the wheel that the site serves. */
function anyio(): string | null {
  const lock = readFileSync(new URL('playground/engines/python/wheels.lock.json', root), 'utf8');
  const version = /anyio-(\d[\d.]*\d)-/.exec(lock)?.[1];
  return version === undefined ? null : `anyio ${version}`;
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', '.', ':!content/proofs.json') !== '';
  return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '');
}
