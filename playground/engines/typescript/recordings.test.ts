import { holdAgainstRecordings } from '../testing.ts';
import { wholeEngine } from './whole.ts';

holdAgainstRecordings('typescript', async () => wholeEngine());
