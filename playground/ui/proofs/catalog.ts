import type { Claim } from '../../../content/claims.ts';
import type { Language } from '../../engines/engine.ts';
import type { Example } from '../../example.ts';
import type { Recording } from '../../trace/recording.ts';

/** All that a proof needs and the playground does not know: the site hands it over. */
export interface Catalog {
  claims: readonly Claim[];
  exampleNamed(name: string): Example;
  /** The recording of that name; null where there is none. Fetched when it is asked for. */
  recordingNamed(name: string): Promise<Recording | null>;
  /** `anyio 4.16.0`; null where an engine has none. */
  anyio: Record<Language, string | null>;
}
