import type { Bytes } from './bytes.ts';

export type CompiledModules = Record<string, WebAssembly.Module>;

/**
 * Python's WebAssembly, each part compiled once: the interpreter that takes a snapshot and the one that starts from
 * it share it, and so may the next worker. What the browser has compiled of a module's functions goes with it.
 */
export class Wasm {
  readonly #modules = new Map<string, Promise<WebAssembly.Module>>();

  constructor(found: CompiledModules = {}) {
    for (const [name, module] of Object.entries(found))
      this.#modules.set(name, Promise.resolve(module));
  }

  /** The module of this name, of which these are the bytes. */
  compile(name: string, bytes: Bytes): Promise<WebAssembly.Module> {
    const known = this.#modules.get(name);
    if (known) return known;
    const module =
      bytes instanceof Blob
        ? WebAssembly.compileStreaming(asWasm(bytes))
        : WebAssembly.compile(bytes);
    module.catch(() => this.#modules.delete(name));
    this.#modules.set(name, module);
    return module;
  }

  async all(): Promise<CompiledModules> {
    const modules = [...this.#modules].map(async ([name, module]) => [name, await module] as const);
    return Object.fromEntries(await Promise.all(modules));
  }
}

export const asWasm = (bytes: Bytes): Response =>
  new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });
