import { expect, it } from 'vitest';
import { readArchive, writeArchive } from './archive.ts';

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
