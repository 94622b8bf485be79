import { gzipSync } from 'node:zlib';

/** Bytes of a page's HTML, as it is and as it crosses the network. */
export interface HtmlSize {
  raw: number;
  gzip: number;
}

export function htmlSize(html: string): HtmlSize {
  return { raw: Buffer.byteLength(html), gzip: gzipSync(html).length };
}

/** Whether a page is larger than it may be, in either measure. */
export function isOver(size: HtmlSize, limit: HtmlSize): boolean {
  return size.raw > limit.raw || size.gzip > limit.gzip;
}
