import type { WireLine, WireRow } from './wire.ts';

/** The lines that hold every word of the query, in whatever they say: `cancelled`, `id 2`, `mcp-session-id`. */
export function filterLines(lines: readonly WireLine[], query: string): readonly WireLine[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return lines;
  return lines.filter((line) => {
    const text = (line.kind === 'row' ? textOf(line) : line.text).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

function textOf({ first, http, streamed, reply, missing, ghost }: WireRow): string {
  const messages = [first, ...streamed, ...(reply ? [reply] : [])].flatMap((event) => [
    event.kind === 'http.request' ? event.verb : '',
    ...Object.entries(event)
      .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
      .map(([name, value]) => (NAMED.has(name) ? `${name} ${value}` : String(value))),
    ...headers(event.headers),
  ]);
  const response = http?.head ? [String(http.head.status), http.head.media] : [];
  const closed = http?.closed ? [`closed by the ${http.closed.by}`] : [];
  const answer = [missing ?? '', ghost?.value ?? ''];
  return [...messages, ...response, ...headers(http?.head?.headers), ...closed, ...answer].join(
    ' ',
  );
}

/** Fields whose number alone says nothing. */
const NAMED = new Set(['id', 'code']);

const headers = (all: Record<string, string> = {}): string[] =>
  Object.entries(all).map(([name, value]) => `${name}: ${value}`);
