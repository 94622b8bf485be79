import { expect, it } from 'vitest';
import { packSnapshot, readSnapshot } from './picture.ts';

const PAGE = 4096;
const HEAD = 32;

/** As Pyodide makes one: its head, whose second number is its length, and the memory. */
function snapshot(pages: number, used: Record<number, number>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEAD + pages * PAGE);
  new Uint32Array(bytes.buffer).set([1, HEAD]);
  for (const [page, value] of Object.entries(used)) bytes[HEAD + Number(page) * PAGE + 7] = value;
  return bytes;
}

const sources = {
  bytes: (form: Uint8Array<ArrayBuffer>) => form,
  blob: (form: BlobPart) => new Blob([form]),
};

it.each(Object.entries(sources))('lays the memory that was there, read from %s', async (_, as) => {
  const whole = snapshot(9, { 0: 1, 1: 2, 5: 3 });
  const { head, memorySize, lay } = await readSnapshot(as(packSnapshot(whole)));
  expect(head).toEqual(whole.subarray(0, HEAD));
  expect(memorySize).toBe(9 * PAGE);
  const memory = new Uint8Array(10 * PAGE).fill(255, 0, 9 * PAGE);
  (await lay)(memory);
  expect(memory.subarray(0, 9 * PAGE)).toEqual(whole.subarray(HEAD));
  expect(memory.subarray(9 * PAGE)).toEqual(new Uint8Array(PAGE));
});

it('keeps no empty page', () => {
  const few = packSnapshot(snapshot(1000, { 3: 1, 900: 2 }));
  expect(few.byteLength).toBeLessThan(3 * PAGE);
});

it('says so when it is another thing, and when bytes are missing', async () => {
  const form = packSnapshot(snapshot(9, { 2: 1 }));
  await expect(readSnapshot(form.slice(1))).rejects.toThrow('no snapshot');
  await expect(readSnapshot(new Uint8Array())).rejects.toThrow('no snapshot');
  const { lay } = await readSnapshot(form.slice(0, -1));
  await expect(lay).rejects.toThrow('not whole');
});
