import { serve } from './serve.ts';
import { TypeScriptEngine } from './typescript/engine.ts';

serve(() => new TypeScriptEngine());
