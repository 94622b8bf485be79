import { attribute, staticImports } from '../budget/scripts.ts';
import { PROPS_AT } from './props.ts';

/** What stands in a page of the modules that its figures wake with. */
const MARK = 'data-wakes-with';

/**
 * Note in a built page the modules of all islands that wait for intent, with what those import: an island asks for
 * a module and learns only from it what to ask for next, a round trip each.
 * @param read the built module at an address, if there is one
 */
export function noteModules(html: string, read: (url: string) => string | undefined): string {
  const urls = new Set<string>();
  const add = (url: string) => {
    if (urls.has(url)) return;
    urls.add(url);
    for (const specifier of staticImports(read(url) ?? ''))
      if (specifier.startsWith('.')) add(new URL(specifier, `http://site${url}`).pathname);
  };
  for (const [, attributes = ''] of html.matchAll(/<astro-island\b([^>]*)>/g)) {
    if (attribute(attributes, 'client') !== 'intent') continue;
    for (const name of ['renderer-url', 'component-url']) {
      const url = attribute(attributes, name);
      if (url !== undefined) add(url);
    }
  }
  if (urls.size === 0) return html;
  const note = `<script type="application/json" ${MARK}>${JSON.stringify([...urls])}</script>`;
  return html.replace('</head>', () => `${note}</head>`);
}

/** In the page: ask for all of them at once, and for the props of its islands. */
export function preload(): void {
  const noted = document.querySelector(`[${MARK}]`)?.textContent ?? '[]';
  for (const href of JSON.parse(noted) as string[]) {
    const link = document.createElement('link');
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }));
  }
  // Last and least, so that the other figures wake at once, without a network too.
  for (const island of document.querySelectorAll(`[${PROPS_AT}]`)) {
    const link = document.createElement('link');
    const href = island.getAttribute(PROPS_AT)!;
    document.head.append(Object.assign(link, { rel: 'prefetch', href }));
  }
}
