import type { Case, Claim, Transport } from './claim.ts';
import { decides, finallyRan, result, toolCancelled } from './patterns.ts';

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
    sentence:
      'json_response=True on modern connections and stateless_http=True on legacy ones switch cancellation off: the client leaves, and the handler runs to its end.',
    says: 'the client leaves at once, and the handler runs to its end',
    brokenBy: ['cancelled-anyway', 'client-waits'],
    cases: [runsOn('http-modern-json', 'http-legacy-stateless')],
  },
  {
    id: 'switched-off-only-there',
    sentence:
      'The other pairs still cancel: json_response on legacy, stateless_http on modern, and both eras with neither.',
    says: 'on the other pairs the handler is cancelled',
    brokenBy: ['not-cancelled'],
    cases: [cancels('http-legacy-json', 'http-modern-stateless', 'http-modern', 'http-legacy')],
  },
  {
    id: 'plain-modern',
    sentence: 'cancelled',
    says: 'cancelled',
    brokenBy: ['not-cancelled'],
    cases: [cancels('http-modern')],
  },
  {
    id: 'plain-legacy',
    sentence: 'cancelled',
    says: 'cancelled',
    brokenBy: ['not-cancelled'],
    cases: [cancels('http-legacy')],
  },
  {
    id: 'json-modern',
    sentence: 'runs to its end',
    says: 'runs to its end',
    brokenBy: ['cancelled-anyway'],
    cases: [runsOn('http-modern-json')],
  },
  {
    id: 'json-legacy',
    sentence: 'cancelled',
    says: 'cancelled',
    brokenBy: ['not-cancelled'],
    cases: [cancels('http-legacy-json')],
  },
  {
    id: 'stateless-modern',
    sentence: 'cancelled',
    says: 'cancelled',
    brokenBy: ['not-cancelled'],
    cases: [cancels('http-modern-stateless')],
  },
  {
    id: 'stateless-legacy',
    sentence: 'runs to its end',
    says: 'runs to its end',
    brokenBy: ['cancelled-anyway'],
    cases: [runsOn('http-legacy-stateless')],
  },
];
