import type { CompiledModules } from './python/wasm.ts';
import { PythonEngine } from './python/engine.ts';
import { serve } from './serve.ts';

serve(({ assets }, { post, found, leave }) => {
  if (!assets) throw new Error('Python was given nothing to start from.');
  return new PythonEngine(async () => assets, {
    keeper: {
      keep: (snapshot) => post({ type: 'kept', snapshot }, [snapshot.buffer]),
      drop: (reason) => post({ type: 'dropped', reason }),
    },
    shelf: { found: found as CompiledModules | undefined, leave },
  });
});
