import type { Claim } from './claim.ts';
import {
  allBooks,
  answer,
  decides,
  EVERYWHERE,
  finallyRan,
  result,
  stop,
  WIRES,
} from './patterns.ts';

/** The guide's section on a plain function. */
export const threads: readonly Claim[] = [
  {
    id: 'def-in-thread',
    sentence:
      'A plain def tool runs in a thread, and nothing can interrupt a thread from outside. It has no await that could raise.',
    says: 'a plain tool has a lane of its own, and a Stop in mid-book changes nothing there',
    brokenBy: ['on-the-event-loop', 'thread-interrupted'],
    cases: [
      {
        example: 'rebuild_index',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          decides({ kind: 'handler.enter', who: 'thread', t: 0 }),
          { kind: 'work.enter', who: 'thread', what: 'Dune', t: 0 },
          decides(stop),
          decides({ kind: 'work.exit', who: 'thread', what: 'Dune', outcome: 'returned', t: 1 }),
        ],
        absent: [
          { kind: 'await.raise' },
          { kind: 'await.enter' },
          { kind: 'work.exit', before: 1 },
        ],
        bars: [
          { kind: 'thread', state: 'cancelled', start: 0, end: 1 },
          { kind: 'work', label: 'Dune', state: 'done', start: 0, end: 1 },
        ],
        end: 1,
      },
    ],
  },
  {
    id: 'gone-and-at-work',
    sentence:
      'Press Stop in the middle of a book. The client is gone at once, and the thread goes on to the end of that book: “stopped” on the client’s lane and “still running” on the thread’s lane are both true.',
    says: 'the client has left at once, and the thread works on to the end of the book',
    brokenBy: ['client-waits', 'thread-interrupted'],
    cases: [
      {
        example: 'rebuild_index',
        on: WIRES,
        stops: [0.5],
        events: [
          decides({ kind: 'client.cancelled', t: 0.5 }),
          decides({ kind: 'work.exit', who: 'thread', what: 'Dune', outcome: 'returned', t: 1 }),
          { kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 1 },
        ],
        bars: [
          { kind: 'call', state: 'cancelled', label: 'stopped', start: 0, end: 0.5 },
          { kind: 'thread', state: 'cancelled', start: 0, end: 1 },
        ],
        end: 1,
      },
    ],
  },
  {
    id: 'check-quiet',
    sentence: 'from_thread.check_cancelled() does nothing while the call is live',
    says: 'while the call is live every check passes, and the tool is answered',
    brokenBy: ['never-asks', 'check-raises-early', 'answer-lost'],
    cases: [
      {
        example: 'rebuild_index',
        on: EVERYWHERE,
        events: [
          { kind: 'check', who: 'thread', raised: false, t: 0 },
          { kind: 'check', who: 'thread', raised: false, t: 1 },
          decides({ kind: 'check', who: 'thread', raised: false, t: 2 }),
          decides({ ...result, text: 'Indexed 3 books.', t: 3 }),
        ],
        absent: [{ kind: 'check', raised: true }],
        bars: [
          { kind: 'check', state: 'plain', t: 0 },
          { kind: 'check', state: 'plain', t: 1 },
          { kind: 'check', state: 'plain', t: 2 },
          { kind: 'thread', state: 'done', end: 3 },
        ],
        end: 3,
      },
    ],
  },
  {
    id: 'check-raises',
    sentence: 'and raises once it was cancelled. Call it between units of work',
    says: 'the first check after the Stop raises, at the next whole second',
    brokenBy: ['never-asks', 'asks-once', 'swallows-cancellation', 'check-stays-silent'],
    cases: [
      {
        example: 'rebuild_index',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'check', raised: false, t: 0 },
          decides({ kind: 'check', raised: true, t: 1 }),
          decides({ kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 1 }),
        ],
        absent: [{ kind: 'work.enter', what: 'Emma' }, answer, result],
        bars: [{ kind: 'check', state: 'cancelled', t: 1 }],
        end: 1,
      },
      {
        example: 'rebuild_index',
        on: EVERYWHERE,
        stops: [1.5],
        events: [
          { kind: 'check', raised: false, t: 1 },
          { kind: 'work.exit', what: 'Emma', outcome: 'returned', t: 2 },
          decides({ kind: 'check', raised: true, t: 2 }),
          decides({ kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 2 }),
        ],
        absent: [{ kind: 'work.enter', what: 'Ubik' }, answer, result],
        bars: [{ kind: 'check', state: 'cancelled', t: 2 }],
        end: 2,
      },
    ],
  },
  {
    id: 'thread-finally',
    sentence:
      'Cleanup goes in a finally here too. Nothing in a thread awaits, so it needs no shield. Search is online again as soon as the check has raised.',
    says: 'offline is empty as soon as the check has raised, without a shield',
    brokenBy: ['no-finally', 'never-released'],
    cases: [
      {
        example: 'rebuild_index',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'state', values: { offline: ['search'] }, t: 0 },
          decides({ kind: 'check', raised: true, t: 1 }),
          { kind: 'finally.enter', who: 'thread', t: 1 },
          { kind: 'state', values: { offline: [] }, t: 1 },
          decides({ ...finallyRan, who: 'thread', t: 1 }),
        ],
        absent: [{ kind: 'shield.enter' }],
        bars: [
          { kind: 'finally', state: 'done', start: 1, end: 1 },
          { kind: 'state', state: 'quiet', label: 'search', start: 0, end: 1 },
        ],
        left: { offline: [] },
        end: 1,
      },
    ],
  },
  {
    id: 'check-after-loop',
    sentence: 'Where you ask matters. After the loop, there is nothing left to stop:',
    says: 'all the work is done before the check raises',
    brokenBy: ['thread-interrupted', 'check-stays-silent'],
    cases: [
      {
        example: 'check_after_loop',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          decides(stop),
          ...allBooks,
          decides({ kind: 'check', raised: true, t: 3 }),
          { kind: 'handler.exit', outcome: 'cancelled', t: 3 },
        ],
        absent: [answer, result],
        left: { offline: [] },
        end: 3,
      },
    ],
  },
  {
    id: 'never-asks',
    sentence:
      'A def tool that never asks runs to its end, and its result is thrown away on a wire. All three books are indexed, for a client that left during the first.',
    says: 'all books are indexed, the thread ends at 3 s, and its value is dropped there',
    brokenBy: ['thread-interrupted', 'cancelled-call-answered'],
    cases: [
      {
        example: 'never_asks',
        on: WIRES,
        stops: [0.5],
        events: [
          decides({ kind: 'client.cancelled', t: 0.5 }),
          ...allBooks,
          decides({ kind: 'handler.exit', outcome: 'returned', value: 'Indexed 3 books.', t: 3 }),
          decides({ kind: 'result.dropped', t: 3 }),
        ],
        absent: [answer, result, { kind: 'check' }],
        bars: [
          { kind: 'call', state: 'cancelled', label: 'stopped', end: 0.5 },
          { kind: 'thread', state: 'done', start: 0, end: 3 },
        ],
        left: { offline: [] },
        end: 3,
      },
    ],
  },
];
