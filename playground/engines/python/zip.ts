import { inflateRawSync } from 'node:zlib';

/**
 * Reads a zip file, a wheel among them, for the scripts that build the engine's packages. The central
 * directory says what is in it (PKWARE APPNOTE 4.3.12); neither zip64 nor encryption occurs here.
 */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('This is no zip file.');
  const count = zip.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  for (let entry = zip.readUInt32LE(end + 16), read = 0; read < count; read++) {
    const method = zip.readUInt16LE(entry + 10);
    const packed = zip.readUInt32LE(entry + 20);
    const nameLength = zip.readUInt16LE(entry + 28);
    const local = zip.readUInt32LE(entry + 42);
    const name = zip.toString('utf8', entry + 46, entry + 46 + nameLength);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const bytes = zip.subarray(start, start + packed);
    if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way unknown here.`);
    if (!name.endsWith('/')) files.set(name, method === 0 ? bytes : inflateRawSync(bytes));
    entry += 46 + nameLength + zip.readUInt16LE(entry + 30) + zip.readUInt16LE(entry + 32);
  }
  return files;
}
