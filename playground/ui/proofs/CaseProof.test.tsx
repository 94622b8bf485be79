import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Case } from '../../../content/claims.ts';
import { prove } from '../../proof/index.ts';
import type { Run } from '../../session/index.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { CaseProof } from './CaseProof.tsx';
import type { Catalog } from './catalog.ts';
import type { PlayedCase, Prover } from './prover.ts';

const events = [
  { kind: 'call.sent', who: 'client', call: 1, t: 0, target: 'order_book' },
  { kind: 'handler.enter', who: 'tool', call: 1, t: 0, target: 'order_book' },
  { kind: 'handler.exit', who: 'tool', call: 1, t: 0.5, target: 'order_book', outcome: 'returned' },
] as TraceEvent[];
const shown = (outcome: string) => {
  const facts: Case = {
    example: 'order_book',
    on: ['http-legacy'],
    stops: [0.5, 1],
    events: [{ kind: 'handler.exit', outcome, t: 0.5, decides: true }],
    end: 0.5,
  };
  const end = { outcome: 'ended', t: 0.5 } as Run['end'];
  const run = { id: 1, events, end, killed: false, now: 0.5, clock: 'virtual' } as unknown as Run;
  const played: PlayedCase = { facts, on: 'http-legacy', run, proof: prove(facts, events, end!) };
  return renderToStaticMarkup(
    <CaseProof played={played} prover={{} as Prover} catalog={{} as Catalog} />,
  );
};

test('a case that holds shows what decided it, and how it was played', () => {
  const html = shown('returned');
  expect(html).toContain('data-holds="true"');
  expect(html).toContain('0.50 s </span>order_book returned');
  expect(html).toContain('Stop at 0.50, 1.00 s, Streamable HTTP, 2025 protocol');
});

test('one that does not shows what was expected and what happened', () => {
  const html = shown('cancelled');
  expect(html).toContain('data-holds="false"');
  expect(html).toMatch(
    /Expected<\/dt><dd>handler.exit \(outcome cancelled\) at 0.50 s<\/dd>.*Happened<\/dt><dd>order_book returned, 0.50 s/,
  );
});
