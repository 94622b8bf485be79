import type { Pyodide } from './interpreter.ts';
import { packSnapshot } from './picture.ts';

/**
 * A picture of a started interpreter's memory. It is good for one thing only: to be laid over the memory of
 * the same Pyodide, started with the same files, in the same browser. Pyodide's interface for it is private,
 * so whatever goes wrong with one is no error: the interpreter then starts without it.
 */
export function takeSnapshot(pyodide: Pyodide): Uint8Array<ArrayBuffer> {
  pyodide.runPython(SETTLE);
  const { makeMemorySnapshot } = pyodide as unknown as {
    makeMemorySnapshot(): Uint8Array<ArrayBuffer>;
  };
  return packSnapshot(makeMemorySnapshot());
}

/**
 * The less is in the picture, the sooner it is laid. `gc.freeze` has no place here: the incremental collector of
 * CPython 3.14 walks into what is frozen, and some thousand allocations later memory is in ruins.
 */
const SETTLE = `
import gc
gc.collect()
`;

/**
 * After a restore: the compiled half of pydantic is called, for its functions lie where the picture says or
 * nowhere; and chance is made chance again, for the generator's state was in the picture.
 */
export function wake(pyodide: Pyodide): void {
  pyodide.runPython(WAKE);
}

const WAKE = `
import pydantic_core, random
assert pydantic_core.SchemaValidator({"type": "int"}).validate_python("7") == 7
random.seed()
`;
