import { beforeAll, describe, expect, test } from 'vitest';
import { claims } from '../../content/claims.ts';
import type { Engine, Language } from '../engines/engine.ts';
import { nodeAssets } from '../engines/python/assets.node.ts';
import { PythonEngine } from '../engines/python/engine.ts';
import { TypeScriptEngine } from '../engines/typescript/engine.ts';
import { playClaims } from './play.ts';

const engines: Record<Language, () => Engine> = {
  typescript: () => new TypeScriptEngine(),
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
        for await (const { on, example, proof } of playClaims([claim], engine, language))
          expect(proof.failures, `${example} over ${on}`).toEqual([]);
      },
      120_000,
    );
  },
);
