/**
 * The facts that the guide states, as data: what to run, and what must then be seen. The id is the one of
 * the sentence on the page (`data-claim`); a test in the browser plays each and looks.
 *
 * Times are seconds on the virtual clock, which is exact. Functions go by their names in TypeScript, and a
 * cancellation by TypeScript's word for it; Python's are the same ones, spelled its way.
 */

/** An event, or a bar, that must (or must not) be there. Fields that are left out may be anything. */
export interface Seen {
  kind: string;
  [field: string]: unknown;
}

/** Events that must not be there; `after` and `before` limit that to the time between. */
export interface Unseen extends Seen {
  after?: number;
  before?: number;
}

export interface Call {
  target: string;
  arguments: Record<string, unknown>;
  at: number;
}

/** One run, and what it shows. */
export interface Case {
  /** The example it runs, or a program of its own with its calls. */
  example?: string;
  program?: { sources: { python: string; typescript: string }; calls: Call[] };
  /** Over a wire unless it says otherwise. */
  transport?: 'stdio' | 'stdio, 2025 era' | 'in memory';
  /** The client stops its first call at these times; none: it waits. */
  stops?: number[];
  /** The client's read timeout, in seconds. */
  timeout?: number;
  /** In this order; others may come between them. */
  events: Seen[];
  absent?: Unseen[];
  /** Bars of the timeline, in any order. */
  bars?: Seen[];
  /** What the watched names hold at the end. */
  left?: Record<string, unknown>;
  /** When the run is over. */
  end: number;
  /** `deadlocked`: nothing is left that could go on. */
  outcome?: 'ended' | 'deadlocked';
}

export interface Claim {
  /** The sentence's `data-claim`. */
  id: string;
  /** What is observed, in short. */
  says: string;
  cases: Case[];
}

const stop = { kind: 'client.stop', how: 'scope', t: 0.5 };
const told = { kind: 'cancel.notice', t: 0.5 };
const toolCancelled = { kind: 'handler.exit', who: 'tool', outcome: 'cancelled' };
const answer = { kind: 'wire', dir: 's2c', call: 1 };
const result = { kind: 'client.result', call: 1 };
const finallyRan = { kind: 'finally.exit', outcome: 'returned' };

/** `order_book`, stopped at 0.5 s: what every handler with this cleanup goes through. */
const cleanUp = (outer: string): Pick<Case, 'stops' | 'events' | 'bars' | 'left' | 'end'> => ({
  stops: [0.5],
  events: [
    stop,
    told,
    { kind: 'await.raise', fn: 'takePayment', outcome: 'cancelled', t: 0.5 },
    { kind: 'await.raise', fn: outer, what: 'takePayment', outcome: 'cancelled', t: 0.5 },
    { kind: 'finally.enter', fn: outer, t: 0.5 },
    { kind: 'shield.enter', limit: 5, t: 0.5 },
    { kind: 'await.return', fn: outer, what: 'releaseHold', t: 0.6 },
    { kind: 'shield.exit', cancelled_caught: false, t: 0.6 },
    { ...finallyRan, t: 0.6 },
    { ...toolCancelled, t: 0.6 },
  ],
  bars: [
    { kind: 'call', state: 'cancelled', start: 0, end: 0.5 },
    { kind: 'handler', state: 'cancelled', start: 0, end: 0.6 },
    { kind: 'await', label: 'await takePayment', state: 'cancelled', start: 0, end: 0.5 },
    { kind: 'try', state: 'cancelled', start: 0, end: 0.5 },
    { kind: 'finally', state: 'done', start: 0.5, end: 0.6 },
    { kind: 'shield', state: 'done', start: 0.5, end: 0.6 },
    { kind: 'state', state: 'quiet', label: 'Dune', start: 0, end: 0.6 },
  ],
  left: { holds: [] },
  end: 0.6,
});

/** Three books of one second each: what a thread goes through that nothing stops early. */
const allBooks: Seen[] = [
  { kind: 'work.exit', who: 'thread', what: 'Dune', outcome: 'returned', t: 1 },
  { kind: 'work.exit', who: 'thread', what: 'Emma', outcome: 'returned', t: 2 },
  { kind: 'work.exit', who: 'thread', what: 'Ubik', outcome: 'returned', t: 3 },
];

const lookUp = {
  python: `import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
shelves: dict[str, int] = {}


@mcp.tool()
async def find_book(title: str) -> str:
    await anyio.sleep(2)  # the catalogue answers
    return f"'{title}' is on shelf 7."
`,
  typescript: `import { sleep } from 'anyio';
import { MCPServer } from 'mcp';
import { z } from 'zod';

const mcp = new MCPServer('Bookshop');
const shelves = new Map<string, number>();

async function findBook({ title }: { title: string }) {
  await sleep(2); // the catalogue answers
  return \`'\${title}' is on shelf 7.\`;
}

mcp.tool('find_book', { inputSchema: { title: z.string() } }, findBook);
`,
};

export const claims: Claim[] = [
  {
    id: 'give-up',
    says: 'Stop and Timeout are the two ways in which the client gives up',
    cases: [
      {
        example: 'order_book',
        stops: [0.5],
        events: [
          { kind: 'call.sent', target: 'order_book', read_timeout_seconds: null, t: 0 },
          stop,
          { kind: 'client.cancelled', t: 0.5 },
        ],
        absent: [{ kind: 'client.timeout' }],
        bars: [{ kind: 'call', state: 'cancelled', label: 'stopped', start: 0, end: 0.5 }],
        end: 0.6,
      },
      {
        example: 'order_book',
        timeout: 0.5,
        events: [
          { kind: 'call.sent', target: 'order_book', read_timeout_seconds: 0.5, t: 0 },
          { kind: 'client.timeout', after: 0.5, t: 0.5 },
          { kind: 'client.error', code: -32001, t: 0.5 },
        ],
        absent: [{ kind: 'client.stop' }],
        bars: [{ kind: 'call', state: 'cancelled', label: 'timed out', start: 0, end: 0.5 }],
        end: 0.6,
      },
    ],
  },
  {
    id: 'cancels-handler',
    says: 'after a Stop, and after a timeout, the handler ends as cancelled',
    cases: [
      { example: 'order_book', ...cleanUp('orderBook') },
      {
        example: 'order_book',
        timeout: 0.5,
        events: [
          { kind: 'client.timeout', t: 0.5 },
          { kind: 'wire', dir: 'c2s', method: 'notifications/cancelled', t: 0.5 },
          told,
          { ...finallyRan, t: 0.6 },
          { ...toolCancelled, t: 0.6 },
        ],
        bars: [{ kind: 'handler', state: 'cancelled', start: 0, end: 0.6 }],
        left: { holds: [] },
        end: 0.6,
      },
    ],
  },
  {
    id: 'await-raises',
    says: 'the await raises in take_payment when the server is told, then in order_book',
    cases: [
      {
        example: 'order_book',
        stops: [0.5],
        events: [
          told,
          { kind: 'await.raise', fn: 'takePayment', what: 'sleep', exc: 'Cancelled', t: 0.5 },
          { kind: 'await.raise', fn: 'orderBook', what: 'takePayment', exc: 'Cancelled', t: 0.5 },
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
    says: 'no answer crosses the wire, even for a handler that catches and returns; in memory one does',
    cases: [
      {
        example: 'catches_and_returns',
        stops: [0.5],
        events: [
          { kind: 'catch', exc: 'Cancelled', t: 0.5 },
          { kind: 'handler.exit', outcome: 'returned', value: "Ordered 'Dune' anyway.", t: 0.5 },
          { kind: 'result.dropped', value: "Ordered 'Dune' anyway.", t: 0.5 },
        ],
        absent: [answer, result],
        bars: [
          { kind: 'call', state: 'cancelled', end: 0.5 },
          { kind: 'handler', state: 'done', end: 0.5 },
        ],
        end: 0.5,
      },
      {
        example: 'catches_and_returns',
        transport: 'stdio, 2025 era',
        stops: [0.5],
        events: [told, { kind: 'handler.exit', outcome: 'returned' }, { kind: 'result.dropped' }],
        absent: [answer, result],
        end: 0.5,
      },
      {
        example: 'order_book',
        stops: [0.5],
        events: [{ ...toolCancelled, t: 0.6 }],
        absent: [answer, result],
        end: 0.6,
      },
      {
        example: 'catches_and_returns',
        transport: 'in memory',
        stops: [0.5],
        events: [
          { kind: 'handler.exit', outcome: 'returned', t: 0.5 },
          { ...result, text: "Ordered 'Dune' anyway.", t: 0.5 },
        ],
        absent: [{ kind: 'result.dropped' }, { kind: 'wire' }],
        bars: [{ kind: 'call', state: 'done', end: 0.5 }],
        end: 0.5,
      },
    ],
  },
  {
    id: 'most-need-nothing',
    says: 'a handler with nothing to clean up leaves nothing behind, and the next call is answered',
    cases: [
      {
        program: {
          sources: lookUp,
          calls: [
            { target: 'find_book', arguments: { title: 'Dune' }, at: 0 },
            { target: 'find_book', arguments: { title: 'Emma' }, at: 1 },
          ],
        },
        stops: [0.5],
        events: [
          told,
          { kind: 'await.raise', call: 1, fn: 'findBook', outcome: 'cancelled', t: 0.5 },
          { ...toolCancelled, call: 1, t: 0.5 },
          { kind: 'client.result', call: 2, text: "'Emma' is on shelf 7.", t: 3 },
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
    id: 'finally-always',
    says: 'a tool that returned, one that raised and one that was cancelled each ran its finally',
    cases: [
      {
        example: 'order_book_quick',
        events: [
          { kind: 'finally.enter', t: 0.3 },
          { ...finallyRan, t: 0.4 },
          { kind: 'handler.exit', outcome: 'returned', value: "Ordered 'Dune'.", t: 0.4 },
          { ...result, text: "Ordered 'Dune'.", t: 0.4 },
        ],
        bars: [{ kind: 'finally', state: 'done', start: 0.3, end: 0.4 }],
        left: { holds: [] },
        end: 0.4,
      },
      {
        example: 'order_book_raises',
        events: [
          { kind: 'finally.enter', t: 0.3 },
          { ...finallyRan, t: 0.4 },
          { kind: 'handler.exit', outcome: 'raised', message: 'card declined', t: 0.4 },
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
    id: 'shield-needed',
    says: 'with the shield holds is empty 0.1 s after the stop; without it the release raises at once',
    cases: [
      { example: 'order_book', ...cleanUp('orderBook') },
      {
        example: 'order_book_unshielded',
        stops: [0.5],
        events: [
          told,
          { kind: 'finally.enter', t: 0.5 },
          { kind: 'await.raise', fn: 'releaseHold', outcome: 'cancelled', t: 0.5 },
          { kind: 'await.raise', what: 'releaseHold', outcome: 'cancelled', t: 0.5 },
          { kind: 'finally.exit', outcome: 'cancelled', t: 0.5 },
          { ...toolCancelled, t: 0.5 },
        ],
        absent: [{ kind: 'shield.enter' }, { kind: 'await.return', what: 'releaseHold' }],
        bars: [
          { kind: 'finally', state: 'cancelled', start: 0.5, end: 0.5 },
          { kind: 'state', state: 'leak', label: 'left over: Dune' },
        ],
        left: { holds: ['Dune'] },
        end: 0.5,
      },
    ],
  },
  {
    id: 'every-await',
    says: 'two awaits in one unshielded finally both raise',
    cases: [
      {
        example: 'two_awaits_in_finally',
        stops: [0.5],
        events: [
          { kind: 'finally.enter', t: 0.5 },
          { kind: 'await.raise', what: 'releaseHold', outcome: 'cancelled', t: 0.5 },
          { kind: 'await.raise', what: 'writeAuditLine', outcome: 'cancelled', t: 0.5 },
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
    id: 'shield-limit',
    says: 'a release that hangs is cut by the limit after 5 s, and by no Stop before',
    cases: [
      {
        example: 'order_book_hang',
        stops: [0.5, 1, 2, 3, 5.4],
        events: [
          stop,
          { kind: 'shield.enter', limit: 5, t: 0.5 },
          { kind: 'client.stop', how: 'again', t: 1 },
          { kind: 'client.stop', how: 'again', t: 2 },
          { kind: 'client.stop', how: 'again', t: 3 },
          { kind: 'client.stop', how: 'again', t: 5.4 },
          { kind: 'await.raise', fn: 'releaseHold', reason: 'deadline exceeded', t: 5.5 },
          { kind: 'shield.exit', limit: 5, cancelled_caught: true, t: 5.5 },
          { ...finallyRan, t: 5.5 },
          { ...toolCancelled, t: 5.5 },
        ],
        absent: [
          { kind: 'await.raise', after: 0.5, before: 5.5 },
          { kind: 'shield.exit', before: 5.5 },
        ],
        bars: [{ kind: 'shield', state: 'cancelled', start: 0.5, end: 5.5 }],
        left: { holds: ['Dune'] },
        end: 5.5,
      },
    ],
  },
  {
    id: 'def-in-thread',
    says: 'a plain tool has a lane of its own, and a Stop in mid-book changes nothing there',
    cases: [
      {
        example: 'rebuild_index',
        stops: [0.5],
        events: [
          { kind: 'handler.enter', who: 'thread', t: 0 },
          { kind: 'work.enter', who: 'thread', what: 'Dune', t: 0 },
          stop,
          told,
          { kind: 'work.exit', who: 'thread', what: 'Dune', outcome: 'returned', t: 1 },
        ],
        absent: [{ kind: 'await.raise' }, { kind: 'work.exit', before: 1 }],
        bars: [
          { kind: 'call', state: 'cancelled', end: 0.5 },
          { kind: 'thread', state: 'cancelled', start: 0, end: 1 },
          { kind: 'work', label: 'Dune', state: 'done', start: 0, end: 1 },
        ],
        end: 1,
      },
    ],
  },
  {
    id: 'check-quiet',
    says: 'while the call is live every check passes, and the tool is answered',
    cases: [
      {
        example: 'rebuild_index',
        events: [
          { kind: 'check', who: 'thread', raised: false, t: 0 },
          { kind: 'check', who: 'thread', raised: false, t: 1 },
          { kind: 'check', who: 'thread', raised: false, t: 2 },
          { ...result, text: 'Indexed 3 books.', t: 3 },
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
    says: 'the first check after the Stop raises, at the next whole second',
    cases: [
      {
        example: 'rebuild_index',
        stops: [0.5],
        events: [
          { kind: 'check', raised: false, t: 0 },
          told,
          { kind: 'check', raised: true, exc: 'Cancelled', t: 1 },
          { kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 1 },
        ],
        absent: [{ kind: 'work.enter', what: 'Emma' }, answer, result],
        bars: [{ kind: 'check', state: 'cancelled', t: 1 }],
        end: 1,
      },
      {
        example: 'rebuild_index',
        stops: [1.5],
        events: [
          { kind: 'check', raised: false, t: 1 },
          { kind: 'cancel.notice', t: 1.5 },
          { kind: 'work.exit', what: 'Emma', outcome: 'returned', t: 2 },
          { kind: 'check', raised: true, t: 2 },
          { kind: 'handler.exit', who: 'thread', outcome: 'cancelled', t: 2 },
        ],
        absent: [{ kind: 'work.enter', what: 'Ubik' }, answer, result],
        bars: [{ kind: 'check', state: 'cancelled', t: 2 }],
        end: 2,
      },
    ],
  },
  {
    id: 'thread-finally',
    says: 'offline is empty after the stop, without a shield',
    cases: [
      {
        example: 'rebuild_index',
        stops: [0.5],
        events: [
          { kind: 'state', values: { offline: ['search'] }, t: 0 },
          { kind: 'check', raised: true, t: 1 },
          { kind: 'finally.enter', who: 'thread', t: 1 },
          { kind: 'state', values: { offline: [] }, t: 1 },
          { ...finallyRan, who: 'thread', t: 1 },
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
    id: 'never-asks',
    says: 'the thread ends at 3 s, and its value is dropped there; in memory it is delivered',
    cases: [
      {
        example: 'never_asks',
        stops: [0.5],
        events: [
          { kind: 'client.cancelled', t: 0.5 },
          told,
          ...allBooks,
          { kind: 'handler.exit', outcome: 'returned', value: 'Indexed 3 books.', t: 3 },
          { kind: 'result.dropped', value: 'Indexed 3 books.', t: 3 },
        ],
        absent: [answer, result, { kind: 'check' }],
        bars: [
          { kind: 'call', state: 'cancelled', label: 'stopped', end: 0.5 },
          { kind: 'thread', state: 'done', start: 0, end: 3 },
        ],
        left: { offline: [] },
        end: 3,
      },
      {
        example: 'never_asks',
        transport: 'in memory',
        stops: [0.5],
        events: [stop, ...allBooks, { ...result, text: 'Indexed 3 books.', t: 3 }],
        absent: [{ kind: 'result.dropped' }],
        bars: [{ kind: 'call', state: 'done', end: 3 }],
        end: 3,
      },
    ],
  },
  {
    id: 'prompts-resources',
    says: 'a prompt and a resource unwind and clean up as the tool does',
    cases: [
      { example: 'order_prompt', ...cleanUp('orderPrompt') },
      { example: 'order_resource', ...cleanUp('orderResource') },
    ],
  },
  {
    id: 'client-side',
    says: 'a Stop cancels the task that waits; a read timeout runs out with an error of its own',
    cases: [
      {
        example: 'order_book',
        stops: [0.5],
        events: [stop, { kind: 'client.cancelled', exc: 'Cancelled', t: 0.5 }, told],
        absent: [{ kind: 'client.error' }],
        end: 0.6,
      },
      {
        example: 'order_book',
        timeout: 2,
        events: [
          { kind: 'call.sent', read_timeout_seconds: 2 },
          { kind: 'client.timeout', after: 2, t: 2 },
          { kind: 'client.error', code: -32001, t: 2 },
          { kind: 'cancel.notice', t: 2 },
          { ...toolCancelled, t: 2.1 },
        ],
        absent: [{ kind: 'client.cancelled' }],
        left: { holds: [] },
        end: 2.1,
      },
    ],
  },
];

/** What the guide shows beside its claims: programs that teach by what goes wrong in them. */
export const variants: Claim[] = [
  {
    id: 'without a finally',
    says: 'the line after the payment is never reached, and the book stays on hold',
    cases: [
      {
        example: 'order_book_no_finally',
        stops: [0.5],
        events: [{ kind: 'await.raise', what: 'takePayment', t: 0.5 }, toolCancelled],
        absent: [{ kind: 'finally.enter' }, { kind: 'await.enter', what: 'releaseHold' }],
        bars: [{ kind: 'state', state: 'leak' }],
        left: { holds: ['Dune'] },
        end: 0.5,
      },
    ],
  },
  {
    id: 'a shield without a limit',
    says: 'a release that hangs is never cut, and the run says that the handler waits for ever',
    cases: [
      {
        example: 'order_book_no_limit',
        stops: [0.5],
        events: [told, { kind: 'shield.enter', limit: null, t: 0.5 }],
        absent: [{ kind: 'shield.exit' }, { kind: 'handler.exit' }],
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
    id: 'a shield inside a shield',
    says: 'the inner limit cuts the slow step alone, and the release goes on',
    cases: [
      {
        example: 'nested_shields',
        stops: [0.5],
        events: [
          { kind: 'shield.exit', limit: 0.3, cancelled_caught: true, t: 0.8 },
          { kind: 'shield.exit', limit: 5, cancelled_caught: false, t: 0.9 },
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
    id: 'a catch that carries on',
    says: 'the next await raises again',
    cases: [
      {
        example: 'catches_and_awaits_on',
        stops: [0.5],
        events: [
          { kind: 'catch', exc: 'Cancelled', t: 0.5 },
          { kind: 'await.raise', what: 'afterCatch', outcome: 'cancelled', t: 0.5 },
          { ...toolCancelled, t: 0.5 },
        ],
        absent: [answer, result],
        end: 0.5,
      },
    ],
  },
  {
    id: 'a check after the loop',
    says: 'all the work is done before the check raises',
    cases: [
      {
        example: 'check_after_loop',
        stops: [0.5],
        events: [
          told,
          ...allBooks,
          { kind: 'check', raised: true, t: 3 },
          { kind: 'handler.exit', outcome: 'cancelled', t: 3 },
        ],
        absent: [answer, result],
        left: { offline: [] },
        end: 3,
      },
    ],
  },
  {
    id: 'a client in memory',
    says: 'it waits until the handler has cleaned up, and no message crosses',
    cases: [
      {
        example: 'order_book',
        transport: 'in memory',
        stops: [0.5],
        events: [
          stop,
          { ...finallyRan, t: 0.6 },
          { ...toolCancelled, t: 0.6 },
          { kind: 'client.cancelled', t: 0.6 },
        ],
        absent: [{ kind: 'wire' }],
        bars: [{ kind: 'call', state: 'cancelled', end: 0.6 }],
        left: { holds: [] },
        end: 0.6,
      },
    ],
  },
];
