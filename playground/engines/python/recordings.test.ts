import { holdAgainstRecordings } from '../testing.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

holdAgainstRecordings('python', async () => new PythonEngine(nodeAssets));
