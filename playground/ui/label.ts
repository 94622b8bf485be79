/** How wide text will be, without a document to measure it in: on the server there is none. */

export type Font = 'mono' | 'sans';

const NARROW = /[ijltf.,:;|!'"()[\]{} ]/;
const WIDE = /[mwMW@%→←…]/;
const UPPER = /[A-Z0-9]/;

/** A little too wide rather than too narrow, in px: a label that fits by this fits. */
export function textWidth(text: string, font: Font, size: number): number {
  let ems = 0;
  for (const char of text) ems += font === 'mono' ? monoEms(char) : sansEms(char);
  return ems * size;
}

function monoEms(char: string): number {
  return isDouble(char) ? 1.21 : 0.61;
}

function sansEms(char: string): number {
  if (isDouble(char)) return 1.05;
  if (NARROW.test(char)) return 0.36;
  if (WIDE.test(char)) return 0.92;
  return UPPER.test(char) ? 0.68 : 0.6;
}

/** CJK and emoji take two columns. */
function isDouble(char: string): boolean {
  const code = char.codePointAt(0) ?? 0;
  return code >= 0x2e80 || (code >= 0x1100 && code < 0x1200);
}

/** The text, cut with an ellipsis to fit into so many px; empty where fewer than three letters would be left. */
export function fit(text: string, font: Font, size: number, room: number): string {
  if (textWidth(text, font, size) <= room) return text;
  const chars = [...text];
  while (chars.length > 0 && textWidth(`${chars.join('')}…`, font, size) > room) chars.pop();
  const kept = chars.join('').trimEnd();
  return kept.length < 3 ? '' : `${kept}…`;
}
