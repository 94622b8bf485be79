import { Later, partOf } from './bytes.ts';

/**
 * Many files in one: what the site-packages of the engine travel in.
 *
 * The length of the index (four bytes, little-endian), the index (JSON: path and size of each file, in
 * order), then the files' bytes, one after the other. Not compressed: read, it gives views and no copies,
 * so that a thousand files are mounted in a few milliseconds.
 */
export type Files<File = Uint8Array> = ReadonlyMap<string, File>;

type Index = [path: string, size: number][];

/** Bytes of the index's length. */
const HEAD = 4;

export function writeArchive(files: Files): Uint8Array<ArrayBuffer> {
  const index: Index = [...files].map(([path, { byteLength }]) => [path, byteLength]);
  const head = new TextEncoder().encode(JSON.stringify(index));
  const sizes = index.reduce((sum, [, size]) => sum + size, 0);
  const archive = new Uint8Array(HEAD + head.byteLength + sizes);
  new DataView(archive.buffer).setUint32(0, head.byteLength, true);
  archive.set(head, HEAD);
  let at = HEAD + head.byteLength;
  for (const bytes of files.values()) {
    archive.set(bytes, at);
    at += bytes.byteLength;
  }
  return archive;
}

/** The files of an archive, as views on its bytes. Throws where the bytes are no whole archive. */
export function readArchive(archive: Uint8Array): Map<string, Uint8Array> {
  const start = HEAD + indexLength(archive);
  const index = readIndex(archive.subarray(HEAD, start));
  return filesIn(index, start, archive.byteLength, (at, size) => archive.subarray(at, at + size));
}

/** The files of an archive of which only the index is read now. Rejects where it is no whole archive. */
export async function openArchive(archive: Blob): Promise<Map<string, Later>> {
  const start = HEAD + indexLength(await partOf(archive, 0, HEAD));
  const index = readIndex(await partOf(archive, HEAD, start));
  return filesIn(index, start, archive.size, (at, size) => new Later(archive, at, size));
}

const indexLength = (head: Uint8Array): number =>
  new DataView(head.buffer, head.byteOffset).getUint32(0, true);

const readIndex = (bytes: Uint8Array): Index =>
  JSON.parse(new TextDecoder().decode(bytes)) as Index;

function filesIn<File>(
  index: Index,
  start: number,
  end: number,
  fileAt: (at: number, size: number) => File,
): Map<string, File> {
  const files = new Map<string, File>();
  let at = start;
  for (const [path, size] of index) {
    files.set(path, fileAt(at, size));
    at += size;
  }
  if (at !== end) throw new Error('The archive of packages is not whole.');
  return files;
}
