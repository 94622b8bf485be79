import { compile } from './compile.ts';
import { TypeScriptEngine } from './engine.ts';

/** The engine with its compiler in it, for Node. A page sends the compiler after it. */
export const wholeEngine = (): TypeScriptEngine =>
  new TypeScriptEngine({ compiler: async () => compile });
