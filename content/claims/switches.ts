import type { Case, Claim, Transport } from './claim.ts';
import { decides, finallyRan, result, toolCancelled } from './seen.ts';

/** The same Stop of `order_book` each time. */
const cancels = (...on: Transport[]): Case => ({
  example: 'order_book',
  on,
  stops: [0.5],
  events: [
    decides({ kind: 'await.raise', fn: 'takePayment', outcome: 'cancelled', t: 0.5 }),
    { ...finallyRan, t: 0.6 },
    decides({ ...toolCancelled, t: 0.6 }),
  ],
  left: { holds: [] },
  end: 0.6,
});

const runsOn = (...on: Transport[]): Case => ({
  example: 'order_book',
  on,
  stops: [0.5],
  events: [
    decides({ kind: 'client.cancelled', t: 0.5 }),
    decides({ kind: 'handler.exit', outcome: 'returned', t: 30.1 }),
    { kind: 'result.dropped', t: 30.1 },
  ],
  absent: [decides({ kind: 'await.raise' }), result],
  left: { holds: [] },
  end: 30.1,
});

/** What switches cancellation off, cell by cell of the guide's table. */
export const switches: readonly Claim[] = [
  {
    id: 'switched-off',
    says: 'the client leaves at once, and the handler runs to its end',
    cases: [runsOn('http-modern-json', 'http-legacy-stateless')],
  },
  {
    id: 'switched-off-only-there',
    says: 'on the other pairs the handler is cancelled',
    cases: [cancels('http-legacy-json', 'http-modern-stateless', 'http-modern', 'http-legacy')],
  },
  { id: 'plain-modern', says: 'cancelled', cases: [cancels('http-modern')] },
  { id: 'plain-legacy', says: 'cancelled', cases: [cancels('http-legacy')] },
  { id: 'json-modern', says: 'runs to its end', cases: [runsOn('http-modern-json')] },
  { id: 'json-legacy', says: 'cancelled', cases: [cancels('http-legacy-json')] },
  { id: 'stateless-modern', says: 'cancelled', cases: [cancels('http-modern-stateless')] },
  { id: 'stateless-legacy', says: 'runs to its end', cases: [runsOn('http-legacy-stateless')] },
];
