import { serve } from './serve.ts';
import { TypeScriptEngine, type Compile } from './typescript/engine.ts';
import { shared } from './typescript/modules.ts';
import { Realm } from './typescript/realm.ts';
import { compilerFrom } from './typescript/sentCompiler.ts';

serve(({ compiled }, { ask }) => {
  let compiler: Promise<Compile> | null = null;
  return new TypeScriptEngine({
    ...(compiled === undefined ? {} : { compiled }),
    realm: new Realm(shared),
    compiler: () => {
      compiler ??= ask('compiler').then(compilerFrom);
      // The next program tries again.
      compiler.catch(() => (compiler = null));
      return compiler;
    },
  });
});
