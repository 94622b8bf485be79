import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{.ci,playground,content,src,e2e}/**/*.test.{ts,tsx}'],
    // The Python engine's packages are made once, before the first test asks for them.
    globalSetup: 'playground/engines/python/pack.setup.ts',
    testTimeout: 20_000,
  },
});
