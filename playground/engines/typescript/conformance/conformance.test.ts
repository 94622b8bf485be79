import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { HttpServer } from '../transports/http/peer.ts';
import { listen } from './listen.ts';
import { official } from './official.ts';
import { ours } from './ours.ts';

/** The official suite (server scenarios) against this project's MCPServer, and against the SDK's own server. */

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

const SUITE = new URL(
  '../../../../node_modules/@modelcontextprotocol/conformance/dist/index.js',
  import.meta.url,
).pathname;

/** The checks of each scenario. */
async function checksOf(server: HttpServer): Promise<Map<string, Check[]>> {
  const { url, close } = await listen(server);
  const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  try {
    await new Promise((resolve) =>
      spawn(process.execPath, [SUITE, 'server', '--url', url, '-o', folder], {
        stdio: 'ignore',
      }).once('exit', resolve),
    );
    return new Map(
      readdirSync(folder).map((name) => {
        const file = join(folder, name, 'checks.json');
        const scenario = name.replace(/^server-/, '').replace(/-\d{4}-.*$/, '');
        return [scenario, JSON.parse(readFileSync(file, 'utf8')) as Check[]];
      }),
    );
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

const failed = (checks: Check[] = []): Check[] =>
  checks.filter(({ status }) => status === 'FAILURE');
const passed = (checks: Check[] = []): Check[] =>
  checks.filter(({ status }) => status === 'SUCCESS');

test('passes wherever the SDK’s own server passes', { timeout: 180_000 }, async () => {
  const { server, stop } = ours();
  const [mine, theirs] = await Promise.all([checksOf(server).finally(stop), checksOf(official())]);

  const scenarios = [...theirs.keys()].sort();
  expect(scenarios.length).toBeGreaterThan(25);
  const count = (all: Map<string, Check[]>, of: (checks?: Check[]) => Check[]) =>
    scenarios.reduce((sum, scenario) => sum + of(all.get(scenario)).length, 0);
  const ok = (all: Map<string, Check[]>) =>
    scenarios.filter((scenario) => failed(all.get(scenario)).length === 0).length;
  const lines = scenarios.map((scenario) => {
    const [our, their] = [mine, theirs].map((all) => failed(all.get(scenario)).length === 0);
    return `${scenario.padEnd(34)} ${our ? 'passed' : 'FAILED'}  ${their ? 'passed' : 'FAILED'}`;
  });
  console.log(
    [
      `${'scenario'.padEnd(34)} ours    SDK’s`,
      ...lines,
      `scenarios passed: ours ${ok(mine)}, SDK’s ${ok(theirs)}, of ${scenarios.length}`,
      `checks passed: ours ${count(mine, passed)}, SDK’s ${count(theirs, passed)}`,
    ].join('\n'),
  );

  const behind = scenarios.filter(
    (scenario) =>
      failed(theirs.get(scenario)).length === 0 && failed(mine.get(scenario)).length > 0,
  );
  expect(behind).toEqual([]);
});
