import { attribute } from '../budget/scripts.ts';

/** Where the rest of an island's props is. */
export const PROPS_AT = 'data-props-at';

/** Astro writes each value as `[kind, value]`. */
type Props = Record<string, unknown>;

/**
 * Take the recorded runs out of the islands that wait for intent in a built page: they are most of its bytes, and
 * only a figure that wakes reads them.
 * @param write stores the JSON and gives its address
 */
export function takeOutRecordings(html: string, write: (json: string) => string): string {
  return html.replaceAll(/<astro-island\b[^>]*>/g, (tag) => {
    const written = attribute(tag, 'props');
    const opts = attribute(tag, 'opts') ?? '';
    // An island that wakes at once would only wait for it.
    if (attribute(tag, 'client') !== 'intent' || opts.includes('now') || written === undefined)
      return tag;
    const { recorded, ...props } = JSON.parse(unescaped(written)) as Props;
    if (recorded === undefined) return tag;
    const at = write(JSON.stringify({ recorded }));
    return tag.replace(
      `props="${written}"`,
      () => `props="${escaped(JSON.stringify(props))}" ${PROPS_AT}="${at}"`,
    );
  });
}

/** In the page, before the island hydrates: fetch what was taken out of its props, and put it back. */
export async function putBack(island: Element): Promise<void> {
  const at = island.getAttribute(PROPS_AT);
  if (at === null) return;
  const response = await fetch(at);
  if (!response.ok) throw new Error(`There is no recording at ${at}.`);
  const props = JSON.parse(island.getAttribute('props') ?? '{}') as Props;
  island.setAttribute('props', JSON.stringify({ ...props, ...((await response.json()) as Props) }));
  island.removeAttribute(PROPS_AT);
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#38;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

const escaped = (text: string): string => text.replaceAll('&', '&#38;').replaceAll('"', '&#34;');
