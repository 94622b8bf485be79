/** Islands that load without waiting for the reader. `intent` is the one that waits. */
const EAGER = ['load', 'idle', 'visible', 'media', 'only'];

/** What a page runs before anybody touches it: addresses of scripts, and the text of inline ones. */
export interface EagerScripts {
  urls: string[];
  inline: string[];
}

/** The scripts that a built page's HTML loads by itself. */
export function eagerScripts(html: string): EagerScripts {
  const urls = new Set<string>();
  const inline: string[] = [];
  for (const [, attributes = '', body = ''] of html.matchAll(
    /<script\b([^>]*)>(.*?)<\/script>/gs,
  )) {
    const type = attribute(attributes, 'type') ?? 'module';
    if (type !== 'module' && !type.includes('javascript')) continue;
    const src = attribute(attributes, 'src');
    if (src !== undefined) urls.add(src);
    else if (body.trim() !== '') inline.push(body);
  }
  for (const [, attributes = ''] of html.matchAll(/<link\b([^>]*)>/g)) {
    const href = attribute(attributes, 'href');
    if (attribute(attributes, 'rel') === 'modulepreload' && href !== undefined) urls.add(href);
  }
  for (const [, attributes = ''] of html.matchAll(/<astro-island\b([^>]*)>/g)) {
    if (!EAGER.includes(attribute(attributes, 'client') ?? '')) continue;
    for (const name of ['component-url', 'renderer-url', 'before-hydration-url']) {
      const url = attribute(attributes, name);
      if (url !== undefined) urls.add(url);
    }
  }
  return { urls: [...urls], inline };
}

/** A statement's beginning, then `import "x"`, `import … from "x"` or `export … from "x"`. */
const IMPORT =
  /(?:^|[;}\s])(?:import\s*(?:[\w$*{}\s,]+?\bfrom\s*)?|export\s*[\w$*{}\s,]+?\bfrom\s*)["']([^"']+)["']/g;

/** The modules that a built module imports statically: they arrive with it. */
export function staticImports(code: string): string[] {
  return [...code.matchAll(IMPORT)].map(([, specifier = '']) => specifier);
}

/** An attribute's value in the text of a tag's attributes. */
export function attribute(attributes: string, name: string): string | undefined {
  const match = attributes.match(new RegExp(`(?:^|\\s)${name}=(?:"([^"]*)"|'([^']*)'|(\\S+))`));
  return match?.[1] ?? match?.[2] ?? match?.[3];
}
