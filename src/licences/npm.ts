import { readFileSync, readdirSync, statSync } from 'node:fs';
import type { Licensed } from '../../playground/licences.ts';

/** The npm packages of which something ships. The build fails where one ships and is not named here. */
export const shipped = [
  '@astrojs/react',
  '@astrojs/starlight',
  '@jridgewell/sourcemap-codec',
  '@modelcontextprotocol/client',
  '@modelcontextprotocol/core',
  '@modelcontextprotocol/server',
  '@monaco-editor/loader',
  '@monaco-editor/react',
  '@noble/ciphers',
  '@sveltejs/acorn-typescript',
  'acorn',
  'astro',
  'esrap',
  'eventsource-parser',
  'monaco-editor',
  'object-inspect',
  'pagefind',
  'pyodide',
  'pkce-challenge',
  'react',
  'react-dom',
  'scheduler',
  'state-local',
  'zod',
];

/** The terms of an installed npm package, as it states them itself. */
export function npmPackage(name: string): Licensed {
  const folder = new URL(`node_modules/${name}/`, root);
  const { version, license } = JSON.parse(
    readFileSync(new URL('package.json', folder), 'utf8'),
  ) as { version: string; license: string };
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) =>
      /^(licen[cs]e\/)?(licen[cs]e|copying|notice|thirdpartynotices)[^/]*$/i.test(file),
    )
    .map((file) => new URL(file, folder))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8').trim());
  return { name, version, licence: license, texts };
}

const root = new URL('../../', import.meta.url);

/** The package that a module belongs to, by its path; null for the project's own. */
export function packageOf(module: string): string | null {
  const path = module.split('/node_modules/').at(-1);
  if (path === undefined || path === module) return null;
  return /^(@[^/]+\/)?[^/]+/.exec(path)![0];
}
