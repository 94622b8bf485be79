import type { ContentBlock } from '@modelcontextprotocol/server';

const BLOCKS: ReadonlySet<unknown> = new Set<ContentBlock['type']>([
  'text',
  'image',
  'audio',
  'resource',
  'resource_link',
]);

/**
 * What a handler returns, as content: blocks are sent as they are, alone or in a list with texts; bytes are a
 * blob, and anything else its JSON.
 */
export function contentOf(value: unknown, uri: string): ContentBlock[] {
  if (value instanceof Uint8Array)
    return [{ type: 'resource', resource: { uri, blob: base64(value) } }];
  if (isBlock(value)) return [value];
  if (Array.isArray(value) && value.length > 0 && value.every(isBlockOrText))
    if (value.some(isBlock)) return value.map((part) => (isBlock(part) ? part : text(part)));
  return [text(value)];
}

/** The texts among the content, a line each; other blocks by their type. */
export function textOf(content: readonly ContentBlock[]): string {
  return content.map((part) => (part.type === 'text' ? part.text : `<${part.type}>`)).join('\n');
}

function text(value: unknown): ContentBlock {
  if (typeof value === 'string') return { type: 'text', text: value };
  const written = value === undefined ? '' : (JSON.stringify(value) ?? String(value));
  return { type: 'text', text: written };
}

const isBlock = (value: unknown): value is ContentBlock =>
  typeof value === 'object' && value !== null && BLOCKS.has((value as { type?: unknown }).type);

const isBlockOrText = (value: unknown): boolean => typeof value === 'string' || isBlock(value);

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
