import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/** Where a Chromium may stand already, in the order of preference. */
const PLACES = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of a Chromium that can be launched, or null. */
export function findBrowser(): string | null {
  const own = chromium.executablePath();
  return [...PLACES, own].find((path) => path && existsSync(path)) ?? null;
}

/**
 * Find a Chromium, else install one: by Playwright, which works on most machines, else by Debian's package.
 * @throws {Error} that says how to install one by hand.
 */
export function ensureBrowser(): string {
  const found = findBrowser();
  if (found) return found;
  const attempts: [string, string[]][] = [
    ['npx', ['playwright', 'install', '--with-deps', 'chromium']],
    ['npx', ['playwright', 'install', 'chromium']],
    ['sh', ['-c', 'apt-get update -qq && apt-get install -y -qq chromium']],
    ['sudo', ['-n', 'sh', '-c', 'apt-get update -qq && apt-get install -y -qq chromium']],
  ];
  for (const [command, args] of attempts) {
    console.log(`No Chromium yet: ${command} ${args.join(' ')}`);
    spawnSync(command, args, { stdio: 'inherit' });
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'No Chromium was found and none could be installed. Install Chromium or Chrome, then set ' +
      'CHROMIUM_PATH to its executable.',
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const path = ensureBrowser();
  console.log(`Browser: ${path}, ${execFileSync(path, ['--version']).toString().trim()}`);
}
