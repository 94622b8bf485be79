import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './browser.ts';
import { readerOf } from './reader.ts';

const port = Number(process.env['E2E_PORT'] ?? 4399);
const origin = `http://localhost:${port}`;
/** The built site, where `astro build` put it. */
const dist = process.env['E2E_DIST'] ?? 'dist';

/** Flags that keep Chromium quiet on machines without a GPU, a sandbox or an open network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  // A test that passes only when tried again hides a fault.
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: process.env['E2E_JSON']
    ? [['list'], ['json', { outputFile: process.env['E2E_JSON'] }]]
    : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: origin,
    // The facts are proven on both engines; all else is looked at on the one that starts at once.
    storageState: readerOf('typescript', origin),
    // It would answer in the place of `page.route`. `offline.spec.ts` lets it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: findBrowser() ?? undefined, args },
    screenshot: 'only-on-failure',
    // Playwright's own trace makes a run four times as long: `--trace on` where it is needed.
    trace: 'off',
  },
  webServer: {
    command: `npx sirv ${dist} --port ${port} --host 127.0.0.1 --quiet`,
    cwd: '..',
    url: `${origin}/`,
    reuseExistingServer: !process.env['CI'],
  },
});
