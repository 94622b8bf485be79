import { expect, test } from 'vitest';
import type { Claim, Proofs } from '../../../content/claims.ts';
import { figuresIn } from './figures.ts';
import { faultsOf, type Guide } from './gate.ts';
import { wordingOf } from './wording.ts';

const claim: Claim = {
  id: 'limit',
  sentence: 'A shield has a limit, 5 seconds here.',
  says: 'the limit cuts it',
  brokenBy: ['no-limit'],
  figures: [{ quoted: '5 seconds', of: { kind: 'shield.enter' }, field: 'limit' }],
  cases: [
    {
      example: 'order_book_hang',
      on: ['stdio-modern'],
      events: [{ kind: 'shield.exit', decides: true }],
      end: 5.5,
    },
  ],
};
const proofs: Proofs = {
  date: '2026-11-29T17:00:00Z',
  commit: 'abc',
  digest: 'now',
  engines: {
    typescript: { sdk: 'TypeScript SDK 2.4.0', runtime: 'Node.js/24', anyio: null },
    python: { sdk: 'mcp 2.3.0', runtime: 'CPython 3.14.2 in Pyodide', anyio: 'anyio 4.16.0' },
  },
  protocols: { modern: '2026-07-28', legacy: '2025-11-25' },
  claims: [
    {
      id: 'limit',
      says: '',
      figures: { '5 seconds': 5 },
      cases: [
        {
          example: 'order_book_hang',
          runs: { typescript: { 'stdio-modern': 'holds' }, python: { 'stdio-modern': 'holds' } },
          reasons: [],
        },
      ],
    },
  ],
};
const sentence = '<Claim id="limit">A shield has a limit, 5 seconds here.</Claim>';
const guide: Guide = { file: 'g.mdx', mdx: sentence, claims: [claim], proofs, digest: 'now' };
const faults = (changed: Partial<Guide>) => faultsOf({ ...guide, ...changed });
const withRuns = (runs: Proofs['claims'][number]['cases'][number]['runs']): Proofs => ({
  ...proofs,
  claims: [{ ...proofs.claims[0]!, cases: [{ example: '', reasons: [], runs }] }],
});

test('a guide whose sentences are all proved passes', () => {
  expect(faults({})).toEqual([]);
});

test('a sentence needs a claim, a mark, or a link to a claim', () => {
  expect(faults({ mdx: `${sentence} And more.` })).toEqual([
    'g.mdx:1 “And more.” has neither a claim nor a mark that it claims nothing: put it into <Claim id="…"> or <NoClaim>.',
  ]);
  expect(faults({ mdx: `${sentence} <NoClaim>And more.</NoClaim>` })).toEqual([]);
  expect(faults({ mdx: `${sentence} And [more](#limit).` })).toEqual([]);
  expect(faults({ mdx: `${sentence} And [more](#elsewhere).` })).toHaveLength(1);
});

test('the page’s claims and the data’s are the same', () => {
  expect(faults({ mdx: `${sentence}\n\n<Claim id="other">Other.</Claim>` })).toEqual([
    'g.mdx marks a claim “other” that content/claims does not have.',
  ]);
  expect(faults({ mdx: '' })).toEqual(['No sentence of g.mdx makes the claim “limit”.']);
  expect(faults({ claims: [claim, claim] })).toEqual(['Two claims are called “limit”.']);
});

test('a claim has a case, which runs and is decided by something', () => {
  const [facts] = claim.cases;
  const of = (cases: Claim['cases']) => faults({ claims: [{ ...claim, cases }] });
  expect(of([])).toEqual(['The claim “limit” has no case.']);
  expect(of([{ ...facts!, on: [] }])).toEqual([
    'Case 1 of the claim “limit” names no transport: nothing runs.',
  ]);
  expect(of([{ ...facts!, events: [] }])).toEqual([
    'Case 1 of the claim “limit” names no event that decides it.',
  ]);
});

test('a claim says what would make it false', () => {
  expect(faults({ claims: [{ ...claim, brokenBy: [] }] })).toEqual([
    'The claim “limit” names no mutation that breaks it: npm run verify:claims.',
  ]);
});

test('a sentence with other words asks for its claim', () => {
  expect(faults({ mdx: sentence.replace('A shield', 'Every shield') })).toEqual([
    expect.stringContaining('claim: A shield has a limit, 5 seconds here.'),
  ]);
});

test('what was run is run on both engines, holds, and was of these claims', () => {
  const holds = { 'stdio-modern': 'holds' } as const;
  expect(faults({ digest: 'later' })).toEqual([
    'content/proofs.json was made of other claims or programs: npm run verify:docs.',
  ]);
  expect(faults({ proofs: withRuns({ typescript: holds, python: {} }) })).toEqual([
    'Case 1 of the claim “limit”, python over stdio-modern, was not run: npm run verify:docs.',
  ]);
  const fails = { 'stdio-modern': 'fails' } as const;
  expect(faults({ proofs: withRuns({ typescript: fails, python: holds }) })).toContain(
    'Case 1 of the claim “limit”, typescript over stdio-modern, does not hold.',
  );
});

test.each([
  ['5 seconds', '4 seconds'],
  ['5 seconds here', 'error -32001 here'],
  ['5 seconds here', '5 seconds in 2025-06-18'],
  ['5 seconds here', '5 seconds on mcp 2.2.0'],
])('a wrong figure is told: %s, made %s', (right, wrong) => {
  const changed = sentence.replace(right, wrong);
  const claims = [{ ...claim, sentence: wordingOf(changed).get('limit')! }];
  expect(faults({ mdx: changed, claims })).toEqual([
    expect.stringMatching(/^g\.mdx:1 .* quotes .*, and no run of “limit” shows that\.$/),
  ]);
});

test('versions, protocols and the limit in a heading are held against the runs too', () => {
  const right = `## Since 2026-07-28: \`move_on_after(5\`, on mcp 2.3.0\n\n${sentence}`;
  expect(faults({ mdx: right })).toEqual([]);
  expect(faults({ mdx: right.replace('after(5', 'after(6') })).toHaveLength(1);
});

test('figures of a text', () => {
  const found = figuresIn(
    '0.1 seconds, 1 second, 5 s, moveOnAfter(2, x), -32001, 2025-11-25, 4.16.0',
  );
  expect(found.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'seconds 0.1 seconds',
    'seconds 1 second',
    'seconds 5 s',
    'seconds 2 seconds',
    'code -32001',
    'protocol 2025-11-25',
    'version 4.16.0',
  ]);
});
