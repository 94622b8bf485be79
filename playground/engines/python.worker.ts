import { PythonEngine } from './python/engine.ts';
import { serve } from './serve.ts';

serve(({ assets }, { post }) => {
  if (!assets) throw new Error('Python was given nothing to start from.');
  return new PythonEngine(async () => assets, {
    keep: (snapshot) => post({ type: 'kept', snapshot }, [snapshot.buffer]),
    drop: (reason) => post({ type: 'dropped', reason }),
  });
});
