import { compile } from './typescript/compile.ts';
import { register } from './typescript/sentCompiler.ts';

register(compile);
