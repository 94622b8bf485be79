/**
 * Where the official TypeScript SDK's server differs, over Streamable HTTP, from what the guide states and
 * the Python SDK does; seen with the versions below. Each can be played twice: as the guide has it, and with
 * `served_by: 'sdk'` as the TypeScript SDK serves it by itself. A test plays both.
 */
export const seenWith = {
  python: 'mcp 2.3.0',
  typescript: '@modelcontextprotocol/server 2.4.0',
} as const;

/** An event that must be there; fields that are left out may be anything. */
export interface Shown {
  kind: string;
  [field: string]: unknown;
}

export interface Difference {
  id: string;
  /** What a reader is told. */
  says: string;
  /** The example that shows it, and over what. */
  example: string;
  transport: { era: 'modern' | 'legacy'; json_response: boolean; stateless_http: boolean };
  /** What the client does; null: it waits. */
  act: { at: number; do: 'stop' | 'drop' } | null;
  /** As the guide states it. */
  guide: Shown[];
  /** As the TypeScript SDK does it. */
  sdk: Shown[];
}

const stop = { at: 0.5, do: 'stop' } as const;
const handlerCancelled = { kind: 'handler.exit', outcome: 'cancelled', t: 0.6 };
const handlerReturned = { kind: 'handler.exit', outcome: 'returned', t: 30.1 };

export const differences: readonly Difference[] = [
  {
    id: 'json-is-cancelled',
    says:
      'With JSON responses, the Python SDK does not look whether the client is still there: a stop changes ' +
      'nothing. The TypeScript SDK cancels the handler here as well.',
    example: 'order_book',
    transport: { era: 'modern', json_response: true, stateless_http: false },
    act: stop,
    guide: [handlerReturned, { kind: 'result.dropped', what: 'connection closed', t: 30.1 }],
    sdk: [{ kind: 'http.disconnect', t: 0.5 }, handlerCancelled],
  },
  {
    id: 'no-session-unless-asked',
    says:
      'With the 2025 protocol, the Python SDK keeps a session, so that a cancel finds its call. The ' +
      "TypeScript SDK's createMcpHandler keeps none: the cancel is accepted, and the handler runs on.",
    example: 'order_book',
    transport: { era: 'legacy', json_response: false, stateless_http: false },
    act: stop,
    guide: [handlerCancelled, { kind: 'wire', what: 'error', code: -32800, t: 0.6 }],
    sdk: [
      { kind: 'http.response', status: 202, t: 0.5 },
      handlerReturned,
      { kind: 'result.dropped', where: 'client', t: 30.1 },
    ],
  },
  {
    id: 'a-dropped-connection-cancels',
    says:
      'With the 2025 protocol, a connection that is dropped cancels nothing in the Python SDK: the session ' +
      'outlives it. In the TypeScript SDK, which keeps no session, the handler is cancelled.',
    example: 'order_book',
    transport: { era: 'legacy', json_response: false, stateless_http: false },
    act: { at: 0.5, do: 'drop' },
    guide: [{ kind: 'http.disconnect', t: 0.5 }, handlerReturned],
    sdk: [{ kind: 'http.disconnect', t: 0.5 }, handlerCancelled],
  },
  {
    id: 'no-sign-of-life',
    says:
      'After 15 seconds without an answer the Python SDK begins to stream its response; the TypeScript SDK ' +
      'sends nothing before the answer.',
    example: 'order_book',
    transport: { era: 'modern', json_response: false, stateless_http: false },
    act: null,
    guide: [
      { kind: 'http.response', media: 'sse', t: 15 },
      { kind: 'wire', via: 'sse', what: 'response', t: 30.1 },
    ],
    sdk: [
      { kind: 'http.response', media: 'json', t: 30.1 },
      { kind: 'wire', via: 'json', what: 'response', t: 30.1 },
    ],
  },
];

/** What the SDK's transport for sessions does, which nothing above plays; a test sees to each. */
export const inSessions: readonly { id: string; says: string }[] = [
  {
    id: 'no-answer-when-cancelled',
    says:
      'A call that is cancelled in a session is answered with the error -32800 by the Python SDK. The ' +
      'TypeScript SDK sends nothing, and the response stays open.',
  },
  {
    id: 'no-answer-when-the-session-ends',
    says:
      'A call with a JSON response whose session ends is answered with status 500 by the Python SDK. The ' +
      'TypeScript SDK leaves the request without a response.',
  },
];
