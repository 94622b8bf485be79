import react from '@astrojs/react';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { packages } from './playground/engines/python/pack.ts';
import { precompile } from './playground/engines/typescript/precompile.ts';
import { earlyScript } from './playground/language.ts';
import { coverage } from './playground/verify/coverage/integration.ts';
import { budget } from './src/budget/integration.ts';
import { docs } from './src/docs/integration.ts';
import { editorStyles } from './src/editor/styles.ts';
import { englishZod } from './src/engine/english.ts';
import { pageTheme } from './src/highlight.ts';
import { intent } from './src/intent/integration.ts';
import { licences, notePackages } from './src/licences/integration.ts';
import { offline } from './src/offline/integration.ts';
import { searchIndex } from './src/search/integration.ts';

const KB = 1024;

export default defineConfig({
  publicDir: './src/public',
  trailingSlash: 'always',
  markdown: { shikiConfig: { theme: pageTheme } },
  integrations: [
    packages,
    coverage,
    docs(),
    starlight({
      title: 'After Stop',
      description:
        'What happens to an MCP server’s handler when the client gives up on a call. Every example runs in your browser.',
      favicon: '/icon.svg',
      customCss: ['./src/styles/site.css', './src/styles/code.css'],
      pagefind: false,
      expressiveCode: false,
      components: { Search: './src/components/Search.astro' },
      sidebar: [
        { label: 'Cancellation', link: '/' },
        { label: 'How to read a figure', link: '/how-to-read/' },
        { label: 'Playground', link: '/playground/' },
        { label: 'Proofs', link: '/proofs/' },
        { label: 'Where the SDKs differ', link: '/where-the-sdks-differ/' },
        { label: 'How it works', link: '/how-it-works/' },
        { label: 'Licences', link: '/licences/' },
      ],
      // Starlight looks only below src/ by itself: this gives the headings their links.
      markdown: { processedDirs: ['./content/docs'] },
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      pagination: false,
      disable404Route: true,
      head: [
        { tag: 'script', content: "document.documentElement.dataset.script = ''" },
        // In a page of another site, storage may throw where it is named. Then there is none.
        {
          tag: 'script',
          content:
            "try { localStorage } catch { Object.defineProperty(window, 'localStorage', { value: undefined }) }",
        },
        { tag: 'script', content: earlyScript },
        { tag: 'meta', attrs: { name: 'twitter:card', content: 'summary' } },
      ],
    }),
    react(),
    intent(),
    searchIndex(),
    offline(),
    licences(),
    budget({
      limit: 60 * KB,
      exempt: ['playground/'],
      html: { raw: 130 * KB, gzip: 26 * KB },
      htmlOf: {
        '': { raw: 200 * KB, gzip: 30 * KB },
        'playground/': { raw: 400 * KB, gzip: 28 * KB },
        'licences/': { raw: 240 * KB, gzip: 40 * KB },
      },
    }),
  ],
  vite: {
    plugins: [editorStyles(), precompile(new URL('./content/examples/', import.meta.url))],
    worker: { format: 'iife', plugins: () => [englishZod(), notePackages()] },
    resolve: { dedupe: ['react', 'react-dom'] },
    build: {
      // Larger scripts and styles are files of their own: a second page does not fetch them again.
      assetsInlineLimit: 2 * KB,
      // Monaco is large and loads on its own when an editor opens; the figure around it must not wait.
      chunkSizeWarningLimit: 4000,
    },
  },
});
