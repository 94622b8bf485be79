/** Bytes at hand, or a blob that names them: a blob crosses from page to worker without being copied. */
export type Bytes = Uint8Array<ArrayBuffer> | Blob;

export async function bytesOf(source: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  return source instanceof Blob ? new Uint8Array(await source.arrayBuffer()) : source;
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
