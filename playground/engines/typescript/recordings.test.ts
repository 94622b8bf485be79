import { holdAgainstRecordings } from '../testing.ts';
import { TypeScriptEngine } from './engine.ts';

holdAgainstRecordings('typescript', async () => new TypeScriptEngine());
