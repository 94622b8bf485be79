import type { Claim, Transport } from '../../content/claims.ts';
import type { Engine, Language } from '../engines/engine.ts';
import { measure, prove, scriptOf, TRIES, type Proof } from '../proof/index.ts';
import type { TraceEvent } from '../trace/event.ts';
import { playProgram, readExample } from './program.ts';

/** A case of a claim, played on one engine over one transport. */
export interface Played {
  claim: string;
  /** The case's number, from 0. */
  at: number;
  example: string;
  on: Transport;
  proof: Proof;
  events: readonly TraceEvent[];
  /** What was measured of the figures that the sentence quotes, by their words. */
  figures: Record<string, number | null>;
  /** Dates of protocol versions that went over the wire. */
  protocols: string[];
}

/** Play every case of every claim on a booted engine, on the virtual clock, one after the other. */
export async function* playClaims(
  claims: readonly Claim[],
  engine: Engine,
  language: Language,
): AsyncGenerator<Played> {
  for (const claim of claims) {
    for (const [at, facts] of claim.cases.entries()) {
      const { example } = facts;
      const program = readExample(example, language);
      for (const on of facts.on) {
        let played = await once();
        for (let tries = 1; tries < TRIES && !played.proof.holds; tries++) played = await once();
        yield played;

        async function once(): Promise<Played> {
          const { events, end } = await playProgram(engine, program, scriptOf(facts, on, program));
          const figures = at === 0 ? (claim.figures ?? []) : [];
          return {
            ...{ claim: claim.id, at, example, on },
            proof: prove(facts, events, end),
            events,
            figures: Object.fromEntries(figures.map((one) => [one.quoted, measure(one, events)])),
            protocols: protocolsIn(events),
          };
        }
      }
    }
  }
}

function protocolsIn(events: readonly TraceEvent[]): string[] {
  const bodies = events.flatMap((event) => (event.kind === 'wire' ? [event.body ?? ''] : []));
  return [...new Set(bodies.flatMap((body) => body.match(/\b20\d\d-\d\d-\d\d\b/g) ?? []))];
}
