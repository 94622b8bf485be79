import { fromRecording, type Recording, type TraceEvent } from '../playground/index.ts';

const files = import.meta.glob<Recording>('../content/recordings/*/*.json', { import: 'default' });

const TRANSPORTS: Record<string, string> = { 'stdio-modern': 'stdio', memory: 'in memory' };

/** A native run, in a live run's words, and what made it. */
export interface Recorded {
  events: TraceEvent[];
  label: string;
}

/**
 * The recording at `content/recordings/<path>.json`, for a figure's static picture.
 * A path that names none fails the build.
 */
export async function recordedAt(path: string | null): Promise<Recorded | null> {
  if (path === null) return null;
  const read = files[`../content/recordings/${path}.json`];
  if (!read) throw new Error(`There is no content/recordings/${path}.json.`);
  const recording = await read();
  const { mcp, python } = recording.versions;
  const where = TRANSPORTS[recording.transport] ?? recording.transport;
  return {
    events: fromRecording(recording),
    label: `Recorded on CPython ${python}, mcp ${mcp}, ${where}`,
  };
}
