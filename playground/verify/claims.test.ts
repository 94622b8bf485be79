import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { claims } from '../../content/claims.ts';
import type { Engine, Language } from '../engines/engine.ts';
import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { wholeEngine } from '../engines/typescript/whole.ts';
import { layOver, recordingOf } from '../proof/index.ts';
import type { Recording } from '../trace/recording.ts';
import { playClaims } from './play.ts';

const recordings = new URL('../../content/recordings/', import.meta.url);

function nativeOf(name: string | null): Recording | null {
  const file = name === null ? null : new URL(`${name}.json`, recordings);
  if (file === null || !existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}

const engines: Record<Language, () => Engine> = {
  typescript: () => wholeEngine(),
  python: () => new PythonEngine(nodeAssets),
};

describe.each(Object.entries(engines) as [Language, () => Engine][])(
  'the guide’s claims on the %s engine',
  (language, make) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = make();
      await engine.boot(() => {});
    }, 180_000);

    test.each(claims.map((claim) => [claim.id, claim] as const))(
      '%s',
      async (_, claim) => {
        for await (const played of playClaims([claim], engine, language)) {
          const { on, example, proof, events } = played;
          expect(proof.failures, `${example} over ${on}`).toEqual([]);
          const native = nativeOf(recordingOf(claim.cases[played.at]!, on));
          if (native !== null)
            expect(layOver(events, native), native.scenario).toMatchObject({ same: true });
        }
      },
      120_000,
    );
  },
);
