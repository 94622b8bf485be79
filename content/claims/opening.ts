import type { Claim } from './claim.ts';
import {
  allBooks,
  answer,
  cleanUp,
  decides,
  EVERYWHERE,
  finallyRan,
  leak,
  result,
  stop,
  STDIO,
  serverTold,
  toolCancelled,
  WIRES,
} from './patterns.ts';

/** What the guide says first. */
export const opening: readonly Claim[] = [
  {
    id: 'give-up',
    sentence: 'A client can give up on a call: somebody pressed Stop, or a timeout ran out.',
    says: 'Stop and Timeout are the two ways in which the client gives up',
    brokenBy: ['stop-and-timeout-swapped', 'timeout-not-told', 'stop-before-call'],
    cases: [
      {
        example: 'order_book',
        on: EVERYWHERE,
        stops: [0.5],
        events: [
          { kind: 'call.sent', target: 'orderBook', read_timeout_seconds: null, t: 0 },
          decides(stop),
          decides({ kind: 'client.cancelled' }),
        ],
        absent: [{ kind: 'client.timeout' }],
        bars: [{ kind: 'call', state: 'cancelled', label: 'stopped', start: 0 }],
        end: 0.6,
      },
      {
        example: 'order_book',
        on: WIRES,
        timeout: 0.5,
        events: [
          { kind: 'call.sent', target: 'orderBook', read_timeout_seconds: 0.5, t: 0 },
          decides({ kind: 'client.timeout', after: 0.5, t: 0.5 }),
          decides({ kind: 'client.error', code: -32001, t: 0.5 }),
        ],
        absent: [{ kind: 'client.stop' }],
        bars: [{ kind: 'call', state: 'cancelled', label: 'timed out', start: 0, end: 0.5 }],
        end: 0.6,
      },
    ],
  },
  {
    id: 'cancels-handler',
    sentence: 'When it does, the SDK cancels the handler that was working on the call.',
    says: 'after a Stop, and after a timeout, the handler ends as cancelled',
    brokenBy: ['not-cancelled', 'swallows-cancellation', 'turns-it-into-an-error'],
    cases: [
      { example: 'order_book', ...cleanUp('orderBook') },
      {
        example: 'order_book',
        on: WIRES,
        timeout: 0.5,
        events: [
          decides({ kind: 'client.timeout', t: 0.5 }),
          serverTold,
          { ...finallyRan, t: 0.6 },
          decides({ ...toolCancelled, t: 0.6 }),
        ],
        bars: [{ kind: 'handler', state: 'cancelled', start: 0, end: 0.6 }],
        left: { holds: [] },
        end: 0.6,
      },
    ],
  },
  {
    id: 'await-raises',
    sentence:
      'The await that the handler is waiting on raises, and the function unwinds from that line, as it would from any exception.',
    says: 'the await raises in take_payment when the server is told, then in order_book',
    brokenBy: ['not-cancelled', 'server-not-told', 'server-told-late'],
    cases: [
      {
        example: 'order_book',
        on: WIRES,
        stops: [0.5],
        events: [
          decides(serverTold),
          decides({
            kind: 'await.raise',
            fn: 'takePayment',
            what: 'sleep',
            outcome: 'cancelled',
            t: 0.5,
          }),
          decides({
            kind: 'await.raise',
            fn: 'orderBook',
            what: 'takePayment',
            outcome: 'cancelled',
            t: 0.5,
          }),
          { kind: 'block.exit', block: 'try', outcome: 'cancelled', t: 0.5 },
          toolCancelled,
        ],
        absent: [{ kind: 'await.raise', before: 0.5 }],
        bars: [{ kind: 'await', label: 'await takePayment', state: 'cancelled', end: 0.5 }],
        end: 0.6,
      },
    ],
  },
  {
    id: 'nothing-sent',
    sentence:
      'Nothing it returns is sent: on a wire, stdio or HTTP, the client has already left, and even a handler that catches the cancellation and returns a value returns it to nobody.',
    says: 'no value crosses the wire, even from a handler that catches and returns',
    brokenBy: ['cancelled-call-answered', 'progress-after-stop'],
    cases: [
      {
        example: 'catches_and_returns',
        on: WIRES,
        stops: [0.5],
        events: [
          serverTold,
          { kind: 'catch', t: 0.5 },
          decides({
            kind: 'handler.exit',
            outcome: 'returned',
            value: "Ordered 'Dune' anyway.",
            t: 0.5,
          }),
          decides({ kind: 'result.dropped', t: 0.5 }),
        ],
        absent: [decides(answer), result],
        bars: [
          { kind: 'call', state: 'cancelled', end: 0.5 },
          { kind: 'handler', state: 'done', end: 0.5 },
        ],
        end: 0.5,
      },
      {
        example: 'order_book',
        on: STDIO,
        stops: [0.5],
        events: [decides({ ...toolCancelled, t: 0.6 })],
        absent: [decides({ kind: 'wire', dir: 's2c', call: 1 }), result],
        end: 0.6,
      },
    ],
  },
  {
    id: 'most-need-nothing',
    sentence:
      'Most handlers need no code for this: where there is nothing to clean up, nothing is left behind.',
    says: 'a handler with nothing to clean up leaves nothing behind, and the next call is answered',
    brokenBy: ['not-cancelled', 'answer-lost'],
    cases: [
      {
        example: 'find_book',
        on: EVERYWHERE,
        calls: [
          { target: 'find_book', arguments: { title: 'Dune' }, at: 0 },
          { target: 'find_book', arguments: { title: 'Emma' }, at: 1 },
        ],
        stops: [0.5],
        events: [
          { kind: 'await.raise', call: 1, fn: 'findBook', outcome: 'cancelled', t: 0.5 },
          decides({ ...toolCancelled, call: 1, t: 0.5 }),
          decides({ kind: 'client.result', call: 2, text: "'Emma' is on shelf 7.", t: 3 }),
        ],
        absent: [answer, { kind: 'finally.enter' }, { kind: 'error' }],
        bars: [
          { kind: 'handler', call: 1, state: 'cancelled', end: 0.5 },
          { kind: 'handler', call: 2, state: 'done', start: 1, end: 3 },
        ],
        end: 3,
      },
    ],
  },
  {
    id: 'two-kinds',
    sentence:
      'Two kinds of handler do need some: one with something to clean up, and one that is a plain def.',
    says: 'without a finally a hold stays behind; a plain function without a check works on',
    brokenBy: ['released-anyway', 'thread-interrupted'],
    cases: [
      {
        example: 'order_book_no_finally',
        on: EVERYWHERE,
        stops: [0.5],
        events: [decides({ ...toolCancelled, t: 0.5 })],
        bars: [leak],
        left: { holds: ['Dune'] },
        end: 0.5,
      },
      {
        example: 'never_asks',
        on: WIRES,
        stops: [0.5],
        events: [
          decides({ kind: 'client.cancelled', t: 0.5 }),
          ...allBooks,
          decides({ kind: 'handler.exit', who: 'thread', outcome: 'returned', t: 3 }),
        ],
        end: 3,
      },
    ],
  },
];
