/** Bytes at hand, or a blob that names them: a blob crosses from page to worker without being copied. */
export type Bytes = Uint8Array<ArrayBuffer> | Blob;

export async function bytesOf(source: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
}

/** Some of the bytes; nothing else is read. */
export const partOf = (
  source: Bytes,
  from: number,
  to?: number,
): Promise<Uint8Array<ArrayBuffer>> =>
  bytesOf(source instanceof Blob ? source.slice(from, to) : source.subarray(from, to));

/** Bytes that are read where somebody asks for them: their number is known before. */
export class Later {
  readonly byteLength: number;
  readonly #in: Blob;
  readonly #at: number;

  constructor(source: Blob, at = 0, byteLength = source.size) {
    this.#in = source;
    this.#at = at;
    this.byteLength = byteLength;
  }

  /** Cut out only now, for each cut is a word to the browser, and there are a thousand files. */
  get blob(): Blob {
    return this.#in.slice(this.#at, this.#at + this.byteLength);
  }

  /** In a worker only. Python reads a file without giving way. */
  read(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(new FileReaderSync().readAsArrayBuffer(this.blob));
  }
}

/** A file of the interpreter that is a JavaScript module: where it is, or its text. */
export type Code = URL | Blob;

/** Import a module that came as bytes; a module, once read, no longer needs its address. */
export async function importCode<Module>(code: Code): Promise<Module> {
  if (code instanceof URL) return import(/* @vite-ignore */ code.href) as Promise<Module>;
  const url = URL.createObjectURL(new Blob([code], { type: 'text/javascript' }));
  try {
    return (await import(/* @vite-ignore */ url)) as Module;
  } finally {
    URL.revokeObjectURL(url);
  }
}
