import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{playground,content,src,e2e,bench}/**/*.test.{ts,tsx}'],
    testTimeout: 20_000,
  },
});
