import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['{playground,content,src,e2e}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
  },
});
