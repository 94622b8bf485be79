import type { APIRoute } from 'astro';
import { recorded } from '../../proof/recordings.ts';

/** Which recordings there are to be asked for. */
export const GET: APIRoute = () => Response.json(recorded);
