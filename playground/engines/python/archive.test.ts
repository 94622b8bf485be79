import { afterEach, expect, it, vi } from 'vitest';
import { openArchive, readArchive, writeArchive } from './archive.ts';

afterEach(() => vi.unstubAllGlobals());

const files = new Map([
  ['mcp/__init__.py', new TextEncoder().encode('x = "é"\n')],
  ['mcp/py.typed', new Uint8Array()],
  ['größe.bin', Uint8Array.of(0, 255, 7)],
]);

it('gives back what was put in, in its order', () => {
  expect([...readArchive(writeArchive(files))]).toEqual([...files]);
});

it('reads an archive that lies somewhere in larger memory, without copying it', () => {
  const archive = writeArchive(files);
  const memory = new Uint8Array(archive.byteLength + 20);
  memory.set(archive, 13);
  const read = readArchive(memory.subarray(13, 13 + archive.byteLength));
  expect([...read]).toEqual([...files]);
  expect(read.get('größe.bin')?.buffer).toBe(memory.buffer);
});

it('says so when bytes are missing', () => {
  const archive = writeArchive(files);
  expect(() => readArchive(archive.subarray(0, -1))).toThrow('not whole');
});

it('reads of a blob the index, and a file when somebody asks for it', async () => {
  const read: Blob[] = [];
  class Reader {
    readAsArrayBuffer(blob: Blob) {
      read.push(blob);
      return new ArrayBuffer(blob.size);
    }
  }
  vi.stubGlobal('FileReaderSync', Reader);
  const opened = await openArchive(new Blob([writeArchive(files)]));
  expect([...opened].map(([path, { byteLength }]) => [path, byteLength])).toEqual(
    [...files].map(([path, { byteLength }]) => [path, byteLength]),
  );
  expect(read).toEqual([]);
  expect(opened.get('größe.bin')!.read()).toHaveLength(3);
  expect(await read[0]!.bytes()).toEqual(files.get('größe.bin'));
  expect(read).toHaveLength(1);
});

it('says so when bytes of a blob are missing', async () => {
  const cut = new Blob([writeArchive(files).slice(0, -1)]);
  await expect(openArchive(cut)).rejects.toThrow('not whole');
});
