import { compile } from '../engines/typescript/compile.ts';
import { programOf } from './examples.ts';

/** A process of its own: prints how many milliseconds the first compile in it takes. */
const { source } = programOf(process.argv[2] ?? '');
const began = performance.now();
const compiled = compile(source);
const took = performance.now() - began;
if (!compiled.ok) throw new Error(compiled.diagnostics[0]?.message);
console.log(took);
