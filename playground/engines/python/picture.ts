import { partOf, type Bytes } from './bytes.ts';

/**
 * How a snapshot is kept: as Pyodide makes it, but without the empty pages of the memory, a fourth of all.
 *
 * `FORM`, the size of the memory, the length of Pyodide's head and the number of spans (four bytes each), where
 * each span begins and how long it is, Pyodide's head, and the bytes of the spans.
 */
const FORM = 0x1dea5;
/** Bytes of the four numbers. */
const FIRST = 16;
/** Bytes; what is empty is counted in pages of this size. */
const PAGE = 4096;
/** Where in its head, in numbers, Pyodide says how long that is. */
const HEAD_LENGTH = 1;

type Span = readonly [at: number, length: number];

/** A snapshot on its way: what Pyodide has to know of it at once, and the memory, which may come later. */
export interface Picture {
  /** Pyodide's own head of it. */
  head: Uint8Array;
  /** Bytes. */
  memorySize: number;
  /** Lay it over this memory, which is as large, or larger and empty from there on. */
  lay: Promise<(memory: Uint8Array) => void>;
}

/** Leave the empty pages of a snapshot out. */
export function packSnapshot(snapshot: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const headLength = new Uint32Array(snapshot.buffer)[HEAD_LENGTH]!;
  const memory = snapshot.subarray(headLength);
  const spans = spansOf(memory);
  const start = FIRST + 8 * spans.length + headLength;
  const form = new Uint8Array(spans.reduce((size, [, length]) => size + length, start));
  const numbers = [FORM, memory.byteLength, headLength, spans.length, ...spans.flat()];
  new Uint32Array(form.buffer).set(numbers);
  form.set(snapshot.subarray(0, headLength), start - headLength);
  let to = start;
  for (const [at, length] of spans) {
    form.set(memory.subarray(at, at + length), to);
    to += length;
  }
  return form;
}

/** The pages that are not empty, neighbours taken together. */
function spansOf(memory: Uint8Array): Span[] {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.byteLength / 4);
  const spans: [number, number][] = [];
  for (let at = 0; at < memory.byteLength; at += PAGE) {
    const length = Math.min(PAGE, memory.byteLength - at);
    if (isEmpty(words, at / 4, length / 4)) continue;
    const last = spans.at(-1);
    if (last && last[0] + last[1] === at) last[1] += length;
    else spans.push([at, length]);
  }
  return spans;
}

function isEmpty(words: Uint32Array, from: number, count: number): boolean {
  for (let at = from; at < from + count; at++) if (words[at] !== 0) return false;
  return true;
}

/** Throws where this is no snapshot, or not a whole one. */
export async function readSnapshot(snapshot: Bytes): Promise<Picture> {
  const first = numbersIn(await partOf(snapshot, 0, FIRST));
  const [form, memorySize = 0, headLength = 0, count = 0] = first;
  if (form !== FORM) throw new Error('This is no snapshot.');
  const start = FIRST + 8 * count + headLength;
  const rest = partOf(snapshot, start);
  const places = await partOf(snapshot, FIRST, start);
  const numbers = numbersIn(places.subarray(0, 8 * count));
  const spans = Array.from({ length: count }, (_, at): Span => [
    numbers[2 * at]!,
    numbers[2 * at + 1]!,
  ]);
  const lay = rest.then((pages) => {
    const size = spans.reduce((sum, [, length]) => sum + length, 0);
    if (pages.byteLength !== size) throw new Error('The snapshot is not whole.');
    return (memory: Uint8Array) => layOver(memory.subarray(0, memorySize), spans, pages);
  });
  // Heard of by whoever waits for it; until then it is nobody's failure.
  lay.catch(() => {});
  return { head: places.subarray(8 * count), memorySize, lay };
}

function layOver(memory: Uint8Array, spans: readonly Span[], pages: Uint8Array): void {
  let from = 0;
  let end = 0;
  for (const [at, length] of spans) {
    memory.fill(0, end, at);
    memory.set(pages.subarray(from, from + length), at);
    from += length;
    end = at + length;
  }
  memory.fill(0, end);
}

const numbersIn = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.slice().buffer, 0, Math.floor(bytes.byteLength / 4));
