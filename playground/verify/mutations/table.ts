import { MUTATIONS, type MutationName } from '../../../content/claims.ts';
import { mutations } from './index.ts';
import type { Judged, Verdict } from './judge.ts';

const NAMES = Object.keys(MUTATIONS) as MutationName[];
const MARKS: Record<Verdict, string> = { decided: '●', noticed: '○', unnoticed: '·' };
const LEGEND =
  '● caught by a deciding fact   ○ caught by another fact only   · not caught   blank: nothing to break';

/** One row a claim and one numbered column a mutation, with a legend. */
export function terminalTable(judged: readonly Judged[]): string {
  const width = Math.max(...judged.map(({ claim }) => claim.id.length));
  const columns = NAMES.map((_, at) => String(at + 1).padStart(3)).join('');
  const rows = judged.map(
    ({ claim, verdicts }) =>
      `${claim.id.padEnd(width)}${NAMES.map((name) => cell(verdicts.get(name)).padStart(3)).join('')}`,
  );
  const names = NAMES.map(
    (name, at) => `${String(at + 1).padStart(2)}  ${name.padEnd(26)}${described(name)}`,
  );
  const lines = [`${''.padEnd(width)}${columns}`, ...rows.map((row) => row.trimEnd())];
  return [...lines, '', LEGEND, '', ...names, '', summary(judged)].join('\n');
}

/** As Markdown: what each claim catches, then how many claims catch each mutation. */
export function markdownTable(judged: readonly Judged[]): string {
  const named = ({ verdicts }: Judged, verdict: Verdict) =>
    NAMES.filter((name) => verdicts.get(name) === verdict).join(', ');
  const claimRows = judged.map(
    (one) =>
      `| ${one.claim.id} | ${one.claim.says} | ${named(one, 'decided')} | ${named(one, 'noticed')} | ${named(one, 'unnoticed')} |`,
  );
  const mutationRows = NAMES.map(
    (name) =>
      `| ${name} | ${described(name)} | ${judged.filter(({ verdicts }) => verdicts.get(name) === 'decided').length} |`,
  );
  return [
    '| Claim | What is observed | Caught by a deciding fact | Caught by another fact only | Not caught |',
    '| --- | --- | --- | --- | --- |',
    ...claimRows,
    '',
    '| Mutation | What is broken | Claims that catch it |',
    '| --- | --- | --- |',
    ...mutationRows,
    '',
    summary(judged),
  ].join('\n');
}

const cell = (verdict: Verdict | undefined) => (verdict === undefined ? '' : MARKS[verdict]);
const described = (name: MutationName) => `${mutations[name].breaks}: ${MUTATIONS[name]}`;

function summary(judged: readonly Judged[]): string {
  const all = judged.flatMap(({ verdicts }) => [...verdicts.values()]);
  const caught = all.filter((verdict) => verdict !== 'unnoticed').length;
  return `${judged.length} claims, ${NAMES.length} mutations: ${caught} of ${all.length} combinations caught`;
}

/** What is wrong with the claims, one message each. Empty: every claim is a proof. */
export function weaknesses(judged: readonly Judged[]): string[] {
  return judged.flatMap(({ claim: { id, brokenBy }, cases, verdicts }) => [
    ...(brokenBy.length === 0
      ? [`The claim “${id}” names no mutation that makes its sentence false (brokenBy).`]
      : []),
    ...brokenBy.flatMap((name) => {
      const what = `The claim “${id}” names “${name}” (${MUTATIONS[name]})`;
      switch (verdicts.get(name)) {
        case 'decided':
          return [];
        case undefined:
          return [`${what}, and its runs have nothing to break that way.`];
        default:
          return [
            `${what}, and none of its deciding facts fails: expect more, or mark what matters with decides().`,
          ];
      }
    }),
    ...cases.flatMap((one, at) =>
      cases.length > 1 && brokenBy.every((name) => one.get(name) !== 'decided')
        ? [`Case ${at + 1} of the claim “${id}” catches none of ${brokenBy.join(', ')}.`]
        : [],
    ),
  ]);
}
