import type { APIRoute } from 'astro';
import { recorded, recordingNamed } from '../../proof/recordings.ts';

export const getStaticPaths = () => recorded.map((name) => ({ params: { name } }));

/** A recording, for a live run to be laid over it. */
export const GET: APIRoute<never, { name: string }> = async ({ params: { name } }) =>
  Response.json(await recordingNamed(name));
