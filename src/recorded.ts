import { fromRecording, type Recording, type TraceEvent } from '../playground/index.ts';

const files = import.meta.glob<Recording>('../content/recordings/*/*.json', { import: 'default' });

/** A recorded transport as a figure names it: `http-legacy-json` is "HTTP, json_response, 2025 era". */
function transportName(recorded: string): string {
  if (recorded === 'memory') return 'in memory';
  const [kind, era, ...settings] = recorded.split('-');
  return [
    kind === 'http' ? 'HTTP' : kind,
    ...settings.map((setting) => (setting === 'json' ? 'json_response' : 'stateless_http')),
    ...(era === 'legacy' ? ['2025 era'] : []),
  ].join(', ');
}

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
  const where = transportName(recording.transport);
  return {
    events: fromRecording(recording),
    label: `Recorded on CPython ${python}, mcp ${mcp}, ${where}`,
  };
}
