import { fromBase64Url, toBase64Url } from './base64url.ts';
import { crc32 } from './crc32.ts';
import { deflate, inflate } from './deflate.ts';
import type { ShareState } from './state.ts';
import { fromWritten, toWritten } from './written.ts';

export type { ShareState } from './state.ts';

/**
 * A link holds a program and its run in the hash, where no server sees it: `#p=` and, in URL-safe base64,
 *
 *     version (1 byte) · CRC-32 of what follows (4 bytes, big-endian) · deflate-raw of UTF-8 JSON
 *
 * `#p=` keeps it apart from the anchor of a heading. JSON writes a lone surrogate as an escape, so that any
 * text survives. The version byte is bumped when a reader of this version could not read the rest; links of
 * earlier versions are read for ever.
 */
const version = 1;
const header = 5;
const prefix = /^#?p(?:=|%3D)/i;
/** Bytes of JSON that a link may hold: beyond any program, and nothing that could fill a tab. */
const mostBytes = 2 * 1024 * 1024;

export type Shared = { ok: true } & ShareState;

/** A link that cannot be read; `message` says what is wrong with it and what to do. */
export interface Broken {
  ok: false;
  message: string;
}

/** Whether the hash of an address claims to be a link to a program; a heading's anchor is none. */
export function isShare(hash: string): boolean {
  return prefix.test(hash);
}

/**
 * The hash, with its `#p=`, of a link to this program and run.
 * @throws RangeError where no link could be read back: a program of more than 2 MB, a time that is none.
 */
export async function encodeShare(state: ShareState): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(toWritten(state)));
  if (json.length > mostBytes) {
    throw new RangeError('The program is too long for a link: more than 2 MB. Share it as a file.');
  }
  if ((await fromWritten(json)) === null) {
    throw new RangeError(
      'The run has a value that no link can hold. Check its times and its calls.',
    );
  }
  const body = await deflate(json);
  const bytes = new Uint8Array(header + body.length);
  bytes[0] = version;
  new DataView(bytes.buffer).setUint32(1, crc32(body));
  bytes.set(body, header);
  return `#p=${toBase64Url(bytes)}`;
}

/** What a link holds, or why it cannot be read. Never throws, and runs nothing. */
export async function decodeShare(hash: string): Promise<Shared | Broken> {
  if (!isShare(hash)) return broken(messages.foreign);
  const bytes = fromBase64Url(hash.replace(prefix, ''));
  if (bytes === null) return broken(messages.characters);
  if (bytes.length > 0 && bytes[0] !== version) return broken(messages.version);
  const body = bytes.subarray(header);
  if (bytes.length <= header) return broken(messages.cut);
  if (new DataView(bytes.buffer).getUint32(1) !== crc32(body)) return broken(messages.cut);

  const json = await inflate(body, mostBytes);
  if (json === 'too large') return broken(messages.tooLarge);
  if (json === 'damaged') return broken(messages.cut);
  const state = await fromWritten(json);
  return state ? { ok: true, ...state } : broken(messages.content);
}

/** A word on a link that some apps may not carry whole; null for one of common length. */
export function shareWarning(link: string): string | null {
  if (link.length > 32_000) {
    return 'This link is so long that chat and mail may cut it. Send the program as a file instead.';
  }
  if (link.length > 2000)
    return 'This link is long for some apps. Try it once before you rely on it.';
  return null;
}

const messages = {
  foreign: 'This is no link to a program. Start from the program shown here.',
  characters:
    'The link has characters that no link of this page has: it was altered, or comes from elsewhere. ' +
    'Ask for it again, or start from the program shown here.',
  version:
    'The link was made by another version of this page. Reload the page; if that does not help, ask ' +
    'for the link again.',
  cut:
    'The link was cut or altered on its way. Copy it again, whole, or start from the program shown ' +
    'here.',
  tooLarge: 'The link unfolds to more than 2 MB, so it was not opened. Ask for a shorter program.',
  content:
    'The link arrived whole, but what it holds is no program and run of this page. Ask for it again.',
} as const;

function broken(message: string): Broken {
  return { ok: false, message };
}
