import { attribute } from '../budget/scripts.ts';

/** Where a sleeping island's props are, or those that are not written in the page. */
export const PROPS_AT = 'data-props-at';

/** Astro writes each value as `[kind, value]`. */
type Props = Record<string, unknown>;

/**
 * Take out of a built page what its sleeping islands read only once they wake: the recorded runs, and of a figure
 * everything, since its programs stand in the page as text.
 * @param write stores the JSON and gives its address
 */
export function takeOutProps(html: string, write: (json: string) => string): string {
  return html.replaceAll(/<astro-island\b[^>]*>/g, (tag) => {
    const written = attribute(tag, 'props');
    // An island that wakes at once would only wait for its props.
    const wakesAtOnce = attribute(tag, 'opts')?.includes('now') ?? false;
    if (attribute(tag, 'client') !== 'intent' || wakesAtOnce || written === undefined) return tag;
    const props = JSON.parse(unescaped(written)) as Props;
    const isFigure = attribute(tag, 'component-export') === 'Figure';
    const { recorded, ...others } = props;
    if (!isFigure && recorded === undefined) return tag;
    const [out, kept] = isFigure ? [props, {}] : [{ recorded }, others];
    const at = write(JSON.stringify(out));
    return tag.replace(
      `props="${written}"`,
      () => `props="${escaped(JSON.stringify(kept))}" ${PROPS_AT}="${at}"`,
    );
  });
}

/** In the page, before the island hydrates: fetch what was taken out of its props. Null where nothing was. */
export function putBackProps(island: Element): Promise<void> | null {
  const at = island.getAttribute(PROPS_AT);
  return at === null ? null : putBack(island, at);
}

async function putBack(island: Element, at: string): Promise<void> {
  const response = await fetch(at);
  if (!response.ok) throw new Error(`There is nothing at ${at}.`);
  const kept = JSON.parse(island.getAttribute('props') ?? '{}') as Props;
  island.setAttribute('props', JSON.stringify({ ...kept, ...((await response.json()) as Props) }));
  island.removeAttribute(PROPS_AT);
}

const ENTITIES: Record<string, string> = {
  quot: '"',
  '#34': '"',
  '#39': "'",
  '#38': '&',
  lt: '<',
  gt: '>',
  amp: '&',
};

const unescaped = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
