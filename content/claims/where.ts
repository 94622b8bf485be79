import type { Case, Claim, Seen, Transport } from './claim.ts';
import {
  allBooks,
  cleanUp,
  decides,
  EVERYWHERE,
  finallyRan,
  result,
  STDIO,
  stop,
  serverTold,
  toolCancelled,
  WIRES,
} from './patterns.ts';

/** A Stop of `order_book`, and how the server learns of it. */
const serverLearns = (
  on: readonly Transport[],
  by: readonly Seen[],
  absent: Case['absent'],
): Case => ({
  example: 'order_book',
  on,
  stops: [0.5],
  events: [...by, decides({ ...toolCancelled, t: 0.6 })],
  absent: absent ?? [],
  left: { holds: [] },
  end: 0.6,
});
const notification = { kind: 'wire', dir: 'c2s', method: 'notifications/cancelled', t: 0.5 };
const closed = { kind: 'http.closed', t: 0.5 };

/** The guide's section on where all this applies. */
export const where: readonly Claim[] = [
  {
    id: 'prompts-resources',
    sentence:
      'Prompt and resource functions are cancelled exactly like tools. These two clean up the way order_book does.',
    says: 'a prompt and a resource unwind and clean up as the tool does',
    brokenBy: ['not-cancelled', 'no-shield', 'never-released'],
    cases: [
      { example: 'order_prompt', ...cleanUp('orderPrompt') },
      { example: 'order_resource', ...cleanUp('orderResource') },
    ],
  },
  {
    id: 'transports',
    sentence:
      'It works the same over stdio and over Streamable HTTP. The handler goes through the same steps; only what crosses the wire differs.',
    says: 'the handler goes through the same steps over stdio and over Streamable HTTP',
    brokenBy: ['not-cancelled', 'check-stays-silent'],
    cases: [
      { ...cleanUp('orderBook'), example: 'order_book', on: WIRES },
      {
        example: 'rebuild_index',
        on: WIRES,
        stops: [0.5],
        events: [
          serverTold,
          decides({ kind: 'check', raised: true, t: 1 }),
          decides({ kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 1 }),
        ],
        left: { offline: [] },
        end: 1,
      },
    ],
  },
  {
    id: 'told-over-stdio',
    sentence: 'a notifications/cancelled message with the call’s id',
    says: 'a notifications/cancelled message crosses',
    brokenBy: ['server-not-told'],
    cases: [serverLearns(STDIO, [decides({ ...notification, via: 'stream' })], [])],
  },
  {
    id: 'told-over-http',
    sentence: 'the client closes the stream of the answer; no message crosses',
    says: 'the client closes the stream, and no message crosses',
    brokenBy: ['server-not-told', 'notified-as-well'],
    cases: [
      serverLearns(
        ['http-modern'],
        [decides(closed)],
        [decides({ kind: 'wire', method: 'notifications/cancelled' })],
      ),
    ],
  },
  {
    id: 'told-over-legacy-http',
    sentence: 'notifications/cancelled, in a POST of its own',
    says: 'a notifications/cancelled message is POSTed, and the stream stays open until then',
    brokenBy: ['server-not-told', 'stream-closed-as-well'],
    cases: [
      serverLearns(
        ['http-legacy'],
        [decides({ ...notification, via: 'POST' })],
        [decides({ kind: 'http.disconnect', before: 0.6 })],
      ),
    ],
  },
  {
    id: 'memory-no-wire',
    sentence: 'A client in the same process, as in a test, talks to the server without a wire.',
    says: 'no message crosses',
    brokenBy: ['messages-in-memory'],
    cases: [
      {
        example: 'order_book_quick',
        on: ['memory'],
        events: [decides({ ...result, text: "Ordered 'Dune'.", t: 0.4 })],
        absent: [decides({ kind: 'wire' })],
        end: 0.4,
      },
    ],
  },
  {
    id: 'memory-waits',
    sentence:
      'The handler is cancelled as always, but two things differ. The client waits until the handler has cleaned up.',
    says: 'the handler is cancelled, and the client waits until it has cleaned up',
    brokenBy: ['client-leaves', 'not-cancelled'],
    cases: [
      {
        example: 'order_book',
        on: ['memory'],
        stops: [0.5],
        events: [
          decides(stop),
          { ...finallyRan, t: 0.6 },
          decides({ ...toolCancelled, t: 0.6 }),
          decides({ kind: 'client.cancelled', t: 0.6 }),
        ],
        bars: [{ kind: 'call', state: 'cancelled', end: 0.6 }],
        left: { holds: [] },
        end: 0.6,
      },
    ],
  },
  {
    id: 'memory-delivers',
    sentence: 'And a value that is returned after a Stop is delivered.',
    says: 'a value returned after a Stop reaches the client, from a handler and from a thread',
    brokenBy: ['answer-lost'],
    cases: [
      {
        example: 'catches_and_returns',
        on: ['memory'],
        stops: [0.5],
        events: [
          decides(stop),
          { kind: 'handler.exit', outcome: 'returned', t: 0.5 },
          decides({ ...result, text: "Ordered 'Dune' anyway.", t: 0.5 }),
        ],
        absent: [{ kind: 'result.dropped' }],
        bars: [{ kind: 'call', state: 'done', end: 0.5 }],
        end: 0.5,
      },
      {
        example: 'never_asks',
        on: ['memory'],
        stops: [0.5],
        events: [
          decides(stop),
          ...allBooks,
          decides({ ...result, text: 'Indexed 3 books.', t: 3 }),
        ],
        absent: [{ kind: 'result.dropped' }],
        bars: [{ kind: 'call', state: 'done', end: 3 }],
        end: 3,
      },
    ],
  },
  {
    id: 'client-side',
    sentence:
      'With the SDK’s Client, giving up is to cancel the task that awaits call_tool, or to let its read_timeout_seconds run out. Stop and Timeout in the figures are these two.',
    says: 'a Stop cancels the task that waits; a read timeout runs out with an error of its own',
    brokenBy: ['stop-and-timeout-swapped', 'timeout-not-told'],
    cases: [
      {
        example: 'order_book',
        on: EVERYWHERE,
        stops: [0.5],
        events: [decides(stop), decides({ kind: 'client.cancelled' })],
        absent: [{ kind: 'client.error' }],
        end: 0.6,
      },
      {
        example: 'order_book',
        on: WIRES,
        timeout: 2,
        events: [
          { kind: 'call.sent', read_timeout_seconds: 2 },
          decides({ kind: 'client.timeout', after: 2, t: 2 }),
          decides({ kind: 'client.error', code: -32001, t: 2 }),
          { ...toolCancelled, t: 2.1 },
        ],
        absent: [{ kind: 'client.cancelled' }],
        left: { holds: [] },
        end: 2.1,
      },
    ],
  },
];
