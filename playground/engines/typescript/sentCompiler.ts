import type { Compile } from './engine.ts';

/** The compiler's script is one of its own, and leaves the compiler here for the script of the engine. */
const place = globalThis as { compileProgram?: Compile | undefined };

/** Called by the compiler's script. */
export function register(compile: Compile): void {
  place.compileProgram = compile;
}

/**
 * Run the compiler's script in this worker: a blob, or its address where `astro dev` serves it as a module.
 * @throws what the script throws, and where it is no compiler.
 */
export async function compilerFrom(script: Blob | string): Promise<Compile> {
  if (typeof script === 'string') await import(/* @vite-ignore */ script);
  else {
    const url = URL.createObjectURL(script);
    (globalThis as unknown as { importScripts(url: string): void }).importScripts(url);
    URL.revokeObjectURL(url);
  }
  const { compileProgram } = place;
  delete place.compileProgram;
  if (compileProgram === undefined) throw new Error('The compiler did not load');
  return compileProgram;
}
