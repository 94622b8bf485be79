/**
 * Many files in one: what the site-packages of the engine travel in.
 *
 * The length of the index (four bytes, little-endian), the index (JSON: path and size of each file, in
 * order), then the files' bytes, one after the other. Not compressed: read, it gives views and no copies,
 * so that a thousand files are mounted in a few milliseconds.
 */
export type Files = ReadonlyMap<string, Uint8Array>;

type Index = [path: string, size: number][];

export function writeArchive(files: Files): Uint8Array<ArrayBuffer> {
  const index: Index = [...files].map(([path, { byteLength }]) => [path, byteLength]);
  const head = new TextEncoder().encode(JSON.stringify(index));
  const sizes = index.reduce((sum, [, size]) => sum + size, 0);
  const archive = new Uint8Array(4 + head.byteLength + sizes);
  new DataView(archive.buffer).setUint32(0, head.byteLength, true);
  archive.set(head, 4);
  let at = 4 + head.byteLength;
  for (const bytes of files.values()) {
    archive.set(bytes, at);
    at += bytes.byteLength;
  }
  return archive;
}

/** The files of an archive, as views on its bytes. Throws where the bytes are no whole archive. */
export function readArchive(archive: Uint8Array): Map<string, Uint8Array> {
  const size = new DataView(archive.buffer, archive.byteOffset).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(archive.subarray(4, 4 + size))) as Index;
  const files = new Map<string, Uint8Array>();
  let at = 4 + size;
  for (const [path, length] of index) {
    files.set(path, archive.subarray(at, at + length));
    at += length;
  }
  if (at !== archive.byteLength) throw new Error('The archive of packages is not whole.');
  return files;
}
