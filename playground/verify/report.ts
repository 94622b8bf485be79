import type { Claim, ProvenClaim, Proofs, Transport, Verdict } from '../../content/claims.ts';
import type { Language } from '../engines/engine.ts';
import type { Played } from './play.ts';

export const LANGUAGES = ['typescript', 'python'] as const satisfies readonly Language[];

/** What was played, in the shape of content/proofs.json. */
export function provenClaims(
  claims: readonly Claim[],
  played: Record<Language, readonly Played[]>,
): ProvenClaim[] {
  return claims.map(({ id, says, cases, figures = [] }) => {
    const of = (language: Language) => played[language].filter(({ claim }) => claim === id);
    const all = LANGUAGES.flatMap(of);
    return {
      id,
      says,
      figures: Object.fromEntries(
        figures.flatMap(({ quoted }) => {
          const values = new Set(all.flatMap((one) => one.figures[quoted] ?? []));
          const [value] = values;
          return values.size === 1 && value !== undefined ? [[quoted, value]] : [];
        }),
      ),
      cases: cases.map(({ example }, at) => ({
        example,
        runs: Object.fromEntries(
          LANGUAGES.map((language) => [
            language,
            Object.fromEntries(
              of(language).flatMap((one) => (one.at === at ? [[one.on, verdict(one)]] : [])),
            ),
          ]),
        ) as Record<Language, Partial<Record<Transport, Verdict>>>,
        reasons:
          all
            .find((one) => one.at === at && one.proof.holds)
            ?.proof.reasons.map(({ text, t }) => (t === null ? text : `${text}, ${t} s`)) ?? [],
      })),
    };
  });
}

export function verdict({ proof }: Played): Verdict {
  return proof.holds ? 'holds' : 'fails';
}

/** Claim × engine × transport: `2/2` are the runs that hold, of those over the transport. */
export function table({ claims }: Pick<Proofs, 'claims'>): string {
  const lines = [['claim', 'engine', ...COLUMNS.map(([name]) => name)]];
  const counts: Record<Verdict, number> = { holds: 0, fails: 0 };
  for (const { id, cases } of claims)
    for (const language of LANGUAGES) {
      const runs = cases.flatMap(({ runs }) => Object.entries(runs[language]));
      for (const [, verdict] of runs) counts[verdict]++;
      lines.push([
        id,
        language,
        ...COLUMNS.map(([, on]) => cell(runs.filter(([name]) => on(name)))),
      ]);
    }
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  const rows = lines.map((line) => line.map((text, at) => text.padEnd(widths[at]!)).join('  '));
  const total = `${claims.length} claims, ${counts.holds + counts.fails} runs: ${counts.holds} hold, ${counts.fails} fail`;
  return `${rows.map((row) => row.trimEnd()).join('\n')}\n\n${total}`;
}

const COLUMNS: [string, (on: string) => boolean][] = [
  ['memory', (on) => on === 'memory'],
  ['stdio modern', (on) => on === 'stdio-modern'],
  ['stdio legacy', (on) => on === 'stdio-legacy'],
  ['http modern', (on) => on.startsWith('http-modern')],
  ['http legacy', (on) => on.startsWith('http-legacy')],
];

function cell(runs: [string, Verdict][]): string {
  if (runs.length === 0) return '';
  return `${runs.filter(([, verdict]) => verdict === 'holds').length}/${runs.length}`;
}
