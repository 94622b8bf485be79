import { claims } from '../../content/claims.ts';
import type { Catalog, Recording } from '../../playground/proofs.tsx';
import { exampleNamed } from '../examples.ts';
import { proofs } from '../proofs.ts';

/** What the page's proofs play: fetched with them, and not before. */
export const catalog: Catalog = {
  claims,
  exampleNamed,
  anyio: { python: proofs.engines.python.anyio, typescript: proofs.engines.typescript.anyio },
  recordingNamed,
};

let names: Promise<readonly string[]> | null = null;

async function recordingNamed(name: string): Promise<Recording | null> {
  names ??= json<string[]>('index');
  return (await names).includes(name) ? json<Recording>(name) : null;
}

async function json<Value>(name: string): Promise<Value> {
  const answer = await fetch(
    `${import.meta.env.BASE_URL.replace(/\/$/, '')}/recordings/${name}.json`,
  );
  if (!answer.ok) throw new Error(`The recording ${name} did not load: ${answer.status}.`);
  return (await answer.json()) as Value;
}
