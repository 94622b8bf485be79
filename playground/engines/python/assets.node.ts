import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Assets } from './boot.ts';
import { nodeRuntime, pack, packed } from './pack.ts';
import { readSources } from './sources.node.ts';

/** What the engine starts from, as the site serves it, read from disk: for Node. */
export async function nodeAssets(): Promise<Assets> {
  await pack();
  return {
    ...nodeRuntime(),
    stdlib: new Uint8Array(readFileSync(packed.stdlib)),
    packages: new Uint8Array(gunzipSync(readFileSync(packed.packages))),
    sources: readSources(),
  };
}
