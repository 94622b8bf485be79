import type { Case, Claim } from './claim.ts';
import {
  answer,
  cleanUp,
  decides,
  EVERYWHERE,
  finallyRan,
  leak,
  result,
  stop,
  toolCancelled,
  WIRES,
} from './patterns.ts';

/** `order_book_no_finally` without a stop: the customer pays after 30 s. */
const allWell: Case = {
  example: 'order_book_no_finally',
  on: EVERYWHERE,
  events: [
    decides({ kind: 'await.return', what: 'releaseHold', t: 30.1 }),
    decides({ kind: 'handler.exit', outcome: 'returned', t: 30.1 }),
  ],
  left: { holds: [] },
  end: 30.1,
};

const stoppedWithoutFinally: Case = {
  example: 'order_book_no_finally',
  on: EVERYWHERE,
  stops: [0.5],
  events: [
    decides({ kind: 'await.raise', what: 'takePayment', t: 0.5 }),
    { ...toolCancelled, t: 0.5 },
  ],
  absent: [{ kind: 'finally.enter' }, decides({ kind: 'await.enter', what: 'releaseHold' })],
  bars: [leak],
  left: { holds: ['Dune'] },
  end: 0.5,
};

/** The guide's section on an async tool. */
export const cleanup: readonly Claim[] = [
  {
    id: 'order-book',
    sentence:
      'order_book sets a copy of a book aside, waits while the customer types a card number, and gives the copy back at the end.',
    says: 'the book is set aside first and given back at the end',
    brokenBy: ['never-taken', 'never-released', 'cleanup-first'],
    cases: [
      {
        example: 'order_book',
        on: EVERYWHERE,
        events: [
          decides({ kind: 'state', values: { holds: ['Dune'] }, t: 0 }),
          decides({ kind: 'state', values: { holds: [] }, t: 30.1 }),
          { ...result, text: "Ordered 'Dune'.", t: 30.1 },
        ],
        left: { holds: [] },
        end: 30.1,
      },
    ],
  },
  {
    id: 'off-the-shelf',
    sentence: 'If it did not, one impatient customer would keep a book off the shelf for ever.',
    says: 'without the cleanup, a stopped order keeps the book',
    brokenBy: ['released-anyway'],
    cases: [stoppedWithoutFinally],
  },
  {
    id: 'order-book-stopped',
    sentence:
      'Press Run, then Stop while the payment waits: take_payment raises, the finally runs, and 0.1 seconds later holds is empty.',
    says: 'the payment raises, the finally runs, and holds is empty 0.1 s after the stop',
    brokenBy: ['no-shield', 'no-finally', 'never-released', 'cleanup-twice'],
    figures: [
      {
        quoted: '0.1 seconds',
        of: { kind: 'state', values: { holds: [] } },
        since: { kind: 'client.stop' },
      },
    ],
    cases: [
      {
        ...cleanUp('orderBook'),
        example: 'order_book',
        events: [
          decides({ kind: 'await.raise', fn: 'takePayment', outcome: 'cancelled', t: 0.5 }),
          decides({ kind: 'state', values: { holds: [] }, t: 0.6 }),
          decides({ ...finallyRan, t: 0.6 }),
        ],
      },
    ],
  },
  {
    id: 'finally-always',
    sentence:
      'Cleanup in a finally runs however the tool ends: it returned, it raised, or it was cancelled.',
    says: 'a tool that returned, one that raised and one that was cancelled each ran its finally',
    brokenBy: ['no-finally', 'cleanup-first'],
    cases: [
      {
        example: 'order_book_quick',
        on: EVERYWHERE,
        events: [
          { kind: 'finally.enter', t: 0.3 },
          decides({ ...finallyRan, t: 0.4 }),
          decides({ kind: 'handler.exit', outcome: 'returned', value: "Ordered 'Dune'.", t: 0.4 }),
          { ...result, text: "Ordered 'Dune'.", t: 0.4 },
        ],
        bars: [{ kind: 'finally', state: 'done', start: 0.3, end: 0.4 }],
        left: { holds: [] },
        end: 0.4,
      },
      {
        example: 'order_book_raises',
        on: EVERYWHERE,
        events: [
          { kind: 'finally.enter', t: 0.3 },
          decides({ ...finallyRan, t: 0.4 }),
          decides({ kind: 'handler.exit', outcome: 'raised', message: 'card declined', t: 0.4 }),
          { ...result, is_error: true, t: 0.4 },
        ],
        bars: [
          { kind: 'finally', state: 'done', start: 0.3, end: 0.4 },
          { kind: 'handler', state: 'failed', end: 0.4 },
        ],
        left: { holds: [] },
        end: 0.4,
      },
      { example: 'order_book', ...cleanUp('orderBook') },
    ],
  },
  {
    id: 'after-the-payment',
    sentence: 'Code that merely stands after the payment runs only when all went well.',
    says: 'the line after the payment runs when all goes well, and is never reached after a stop',
    brokenBy: ['never-released', 'not-cancelled', 'released-anyway'],
    cases: [allWell, stoppedWithoutFinally],
  },
  {
    id: 'shield-needed',
    sentence:
      'Cleanup that itself awaits needs a shield: in a cancelled handler every further await raises too, so without one the cleanup stops at its first await, and the book stays on hold.',
    says: 'with the shield holds is empty 0.1 s after the stop; without it the release raises at once',
    brokenBy: ['no-shield', 'shield-leaks', 'cancelled-once'],
    cases: [
      { example: 'order_book', ...cleanUp('orderBook') },
      {
        example: 'order_book_unshielded',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'finally.enter', t: 0.5 },
          decides({ kind: 'await.raise', fn: 'releaseHold', outcome: 'cancelled', t: 0.5 }),
          { kind: 'await.raise', what: 'releaseHold', outcome: 'cancelled', t: 0.5 },
          { kind: 'finally.exit', outcome: 'cancelled', t: 0.5 },
          { ...toolCancelled, t: 0.5 },
        ],
        absent: [{ kind: 'shield.enter' }, { kind: 'await.return', what: 'releaseHold' }],
        bars: [{ kind: 'finally', state: 'cancelled', start: 0.5, end: 0.5 }, leak],
        left: { holds: ['Dune'] },
        end: 0.5,
      },
    ],
  },
  {
    id: 'every-await',
    sentence:
      '“Every further” means each of them, not just the first. Two awaits in one unshielded finally both raise.',
    says: 'two awaits in one unshielded finally both raise',
    brokenBy: ['cancelled-once'],
    cases: [
      {
        example: 'two_awaits_in_finally',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'finally.enter', t: 0.5 },
          decides({ kind: 'await.raise', what: 'releaseHold', outcome: 'cancelled', t: 0.5 }),
          decides({ kind: 'await.raise', what: 'writeAuditLine', outcome: 'cancelled', t: 0.5 }),
          { ...toolCancelled, t: 0.5 },
        ],
        absent: [{ kind: 'await.return' }],
        bars: [
          { kind: 'await', label: 'await releaseHold', state: 'cancelled' },
          { kind: 'await', label: 'await writeAuditLine', state: 'cancelled' },
        ],
        left: { holds: ['Dune'] },
        end: 0.5,
      },
    ],
  },
  {
    id: 'inside-the-shield',
    sentence:
      'Inside the shield an await waits as if nothing had happened. The cancellation stays outside, and goes on when the shield ends.',
    says: 'the await inside returns after its time, and the handler ends cancelled when the shield ends',
    brokenBy: ['no-shield', 'shield-leaks'],
    cases: [
      {
        example: 'order_book',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'shield.enter', limit: 5, t: 0.5 },
          decides({ kind: 'await.return', fn: 'releaseHold', what: 'sleep', t: 0.6 }),
          decides({ kind: 'shield.exit', cancelled_caught: false, t: 0.6 }),
          decides({ ...toolCancelled, t: 0.6 }),
        ],
        absent: [{ kind: 'await.raise', after: 0.5 }],
        end: 0.6,
      },
    ],
  },
  {
    id: 'shield-limit',
    sentence: 'Nothing can cancel a shielded block, so it gets a time limit, 5 seconds here.',
    says: 'a release that hangs is cut by the limit after 5 s',
    brokenBy: ['no-limit', 'another-limit'],
    figures: [{ quoted: '5 seconds', of: { kind: 'shield.enter' }, field: 'limit' }],
    cases: [
      {
        example: 'order_book_hang',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          decides({ kind: 'shield.enter', limit: 5, t: 0.5 }),
          decides({ kind: 'shield.exit', limit: 5, cancelled_caught: true, t: 5.5 }),
          { ...toolCancelled, t: 5.5 },
        ],
        absent: [{ kind: 'await.raise', after: 0.5, before: 5.5 }],
        bars: [{ kind: 'shield', state: 'cancelled', start: 0.5, end: 5.5 }],
        left: { holds: ['Dune'] },
        end: 5.5,
      },
    ],
  },
  {
    id: 'cut-by-its-limit',
    sentence:
      'If the release hangs, the shield’s own limit cuts it, 5 seconds after the shield began. Nothing cuts it sooner, however often Stop is pressed.',
    says: 'the limit cuts the release 5 s after the shield began, whatever is pressed before',
    brokenBy: ['no-limit', 'another-limit', 'shield-leaks'],
    figures: [
      {
        quoted: '5 seconds',
        of: { kind: 'shield.exit' },
        since: { kind: 'shield.enter' },
      },
    ],
    cases: [
      {
        example: 'order_book_hang',
        on: WIRES,
        stops: [0.5, 1, 2, 3, 5.4],
        events: [
          stop,
          { kind: 'shield.enter', limit: 5, t: 0.5 },
          { kind: 'client.stop', how: 'again', t: 1 },
          { kind: 'client.stop', how: 'again', t: 2 },
          { kind: 'client.stop', how: 'again', t: 3 },
          decides({ kind: 'client.stop', how: 'again', t: 5.4 }),
          { kind: 'await.raise', fn: 'releaseHold', reason: 'deadline exceeded', t: 5.5 },
          decides({ kind: 'shield.exit', limit: 5, cancelled_caught: true, t: 5.5 }),
          { ...finallyRan, t: 5.5 },
          { ...toolCancelled, t: 5.5 },
        ],
        absent: [
          decides({ kind: 'await.raise', after: 0.5, before: 5.5 }),
          { kind: 'shield.exit', before: 5.5 },
        ],
        bars: [{ kind: 'shield', state: 'cancelled', start: 0.5, end: 5.5 }],
        left: { holds: ['Dune'] },
        end: 5.5,
      },
    ],
  },
  {
    id: 'no-limit',
    sentence: 'Without a limit, the handler would wait for ever.',
    says: 'a release that hangs under a shield without a limit is never cut',
    brokenBy: ['no-shield', 'released-anyway'],
    cases: [
      {
        example: 'order_book_no_limit',
        on: WIRES,
        stops: [0.5],
        events: [decides({ kind: 'shield.enter', limit: null, t: 0.5 })],
        absent: [{ kind: 'shield.exit' }, decides({ kind: 'handler.exit' })],
        bars: [
          { kind: 'handler', state: 'unfinished' },
          { kind: 'shield', label: 'shield, no limit', state: 'unfinished' },
        ],
        left: { holds: ['Dune'] },
        outcome: 'deadlocked',
        end: 0.5,
      },
    ],
  },
  {
    id: 'nested-shields',
    sentence: 'A shield inside a shield has a limit of its own, and cuts only what is inside.',
    says: 'the inner limit cuts the slow step alone, and the release goes on',
    brokenBy: ['another-limit', 'shield-leaks'],
    cases: [
      {
        example: 'nested_shields',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          decides({ kind: 'shield.exit', limit: 0.3, cancelled_caught: true, t: 0.8 }),
          decides({ kind: 'shield.exit', limit: 5, cancelled_caught: false, t: 0.9 }),
          { ...toolCancelled, t: 0.9 },
        ],
        bars: [
          { kind: 'shield', label: 'shield 0.3 s', state: 'cancelled', start: 0.5, end: 0.8 },
          { kind: 'shield', label: 'shield 5 s', state: 'done', start: 0.5, end: 0.9 },
        ],
        left: { holds: [] },
        end: 0.9,
      },
    ],
  },
  {
    id: 'catch-raises-again',
    sentence:
      'A handler may catch the cancellation, but that does not undo it. Its next await raises again, and what it returns goes nowhere on a wire.',
    says: 'after a catch the next await raises again, and a value returned after it goes nowhere',
    brokenBy: ['cancelled-once', 'cancelled-call-answered'],
    cases: [
      {
        example: 'catches_and_awaits_on',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          decides({ kind: 'catch', t: 0.5 }),
          decides({ kind: 'await.raise', what: 'afterCatch', outcome: 'cancelled', t: 0.5 }),
          { ...toolCancelled, t: 0.5 },
        ],
        absent: [answer, result],
        end: 0.5,
      },
      {
        example: 'catches_and_returns',
        on: WIRES,
        stops: [0.5],
        events: [decides({ kind: 'catch', t: 0.5 }), decides({ kind: 'result.dropped', t: 0.5 })],
        absent: [decides(answer), result],
        end: 0.5,
      },
    ],
  },
];
