import type { AstroIntegration } from 'astro';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';

/** Where the service worker stands: at the site's root, so that all of the site is in its reach. */
const FILE = 'offline.js';

/** Milliseconds after which what was loaded is kept too: a first run has begun by then. */
const LATER = 2000;

/**
 * Registered when a page has loaded, so that it takes nothing from it. The page of a first visit is not served by
 * it, and tells it what to keep: all it has loaded, and whatever it loads later, once that is in use.
 */
const register = (base: string): string =>
  `if ('serviceWorker' in navigator) addEventListener('load', () => ` +
  `navigator.serviceWorker.register('${base}${FILE}').then(() => navigator.serviceWorker.ready).then(` +
  `({ active }) => { if (navigator.serviceWorker.controller) return; ` +
  `let seen = [location.href]; ` +
  `const tell = () => { if (seen.length) active.postMessage({ seen }); seen = [] }; tell(); ` +
  `addEventListener('pagehide', tell); ` +
  `new PerformanceObserver((list) => { for (const { name } of list.getEntries()) seen.push(name); ` +
  `setTimeout(tell, ${LATER}) }).observe({ type: 'resource', buffered: true }) }).catch(() => {}))`;

/** The site can be read without a network once it was visited. Not in `astro dev`, where every file changes. */
export function offline(): AstroIntegration {
  return {
    name: 'offline',
    hooks: {
      'astro:config:setup': ({ command, config, injectScript }) => {
        const base = config.base.replace(/\/?$/, '/');
        if (command === 'build') injectScript('head-inline', register(base));
      },
      'astro:build:done': async ({ dir }) => {
        const source = readFileSync(new URL('worker.ts', import.meta.url), 'utf8');
        const { code } = await transformWithOxc(source, 'worker.ts');
        const files = readdirSync(new URL('_astro/', dir)).toSorted();
        const version = createHash('sha256').update(files.join()).update(source).digest('hex');
        const script = code
          .replace('__VERSION__', version.slice(0, 16))
          .replace(/^export \{\s*\};?$/m, '');
        writeFileSync(new URL(FILE, dir), script);
      },
    },
  };
}
