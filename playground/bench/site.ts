import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../e2e/browser.ts';
import type { Language } from '../engines/engine.ts';
import { tapPage, tapWorker } from './tap.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const astro = join('node_modules', 'astro', 'bin', 'astro.mjs');
const sirv = join('node_modules', 'sirv-cli', 'bin.js');
/** One that nothing else of this project serves on. */
const PORT = 4397;
const ADDRESS = `http://127.0.0.1:${PORT}/`;

interface Reader {
  /** Reads the programs in this language. */
  language: Language;
  /** The benches listen in the worker too. */
  listenInWorker: boolean;
}

/** The built site in Chromium. */
export class Site {
  readonly browser: Browser;
  readonly #server: ChildProcess;
  readonly #forget: () => void;

  private constructor(browser: Browser, server: ChildProcess, forget: () => void) {
    this.browser = browser;
    this.#server = server;
    this.#forget = forget;
  }

  /** Build it into a folder of its own (or take the build that `BENCH_DIST` names) and serve it. */
  static async open(): Promise<Site> {
    const given = process.env['BENCH_DIST'];
    const outDir = given ?? build();
    const forget = () => given ?? rmSync(outDir, { recursive: true });
    const executablePath = findBrowser();
    if (executablePath === null) throw new Error('There is no Chromium: npx playwright install');
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
    });
    const server = await serve(outDir);
    return new Site(browser, server, forget);
  }

  /** A reader who was never here, with the benches' ear in each of its pages and, if wanted, in its workers. */
  async reader({ language, listenInWorker }: Reader): Promise<BrowserContext> {
    const context = await this.browser.newContext({ baseURL: ADDRESS });
    await context.addInitScript(tapPage);
    // As a choice on an earlier visit is kept.
    await context.addInitScript((chosen) => {
      if (origin !== 'null') localStorage.setItem('cancellation:language', chosen);
    }, language);
    if (listenInWorker) {
      await context.route(/\/_astro\/(python|typescript)\.worker-[\w-]+\.js$/, async (route) => {
        const response = await route.fetch();
        const body = `(${tapWorker})();\n${await response.text()}`;
        await route.fulfill({ response, body });
      });
    }
    return context;
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.#server.kill();
    this.#forget();
  }
}

/** In a process of its own and as files lie there: what a server does is none of what is measured. */
async function serve(folder: string): Promise<ChildProcess> {
  const where = ['--port', String(PORT), '--host', '127.0.0.1', '--quiet'];
  const server = spawn(process.execPath, [sirv, folder, ...where], { cwd: root, stdio: 'ignore' });
  for (;;) {
    if (server.exitCode !== null) throw new Error(`The site could not be served on ${ADDRESS}`);
    const answers = await fetch(ADDRESS).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return server;
    await setTimeout(50);
  }
}

function build(): string {
  const dist = mkdtempSync(join(tmpdir(), 'bench-site-'));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [astro, 'build', '--outDir', dist],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The site could not be built:\n${stdout}\n${stderr}`);
  return dist;
}
