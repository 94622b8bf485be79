import {
  WebStandardStreamableHTTPServerTransport,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { differences, inSessions, seenWith, type Shown } from '../../../content/differences.ts';
import { sleep, waitForPromise } from '../../kernel/index.ts';
import type { Example } from '../../example.ts';
import type { TraceEvent } from '../../trace/event.ts';
import { recordingOf } from '../../trace/testing.ts';
import type { HttpChoice, Script } from '../engine.ts';
import { wholeEngine } from './whole.ts';
import { officialServer } from './transports/official.ts';
import { served } from './transports/testing.ts';
import { Wire } from './transports/wire.ts';
import { SDK_VERSION } from './versions.ts';

const root = new URL('../../../content/examples/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

test('the versions are those that are here', () => {
  const { mcp } = recordingOf('http-modern/order_book.stop').versions;
  expect(seenWith).toEqual({
    python: `mcp ${mcp}`,
    typescript: `@modelcontextprotocol/server ${SDK_VERSION}`,
  });
});

describe.each(differences)('$id', ({ example, transport, act, guide, sdk }) => {
  async function play(choice: Partial<HttpChoice>): Promise<TraceEvent[]> {
    const engine = wholeEngine();
    const source = read(`${example}/server.ts`);
    expect(await engine.load({ language: 'typescript', source })).toMatchObject({ ok: true });
    const { call } = JSON.parse(read(`${example}/example.json`)) as Example;
    const script: Script = {
      transport: { kind: 'http', ...transport, ...choice },
      calls: [{ ...call, read_timeout_seconds: null, at: 0 }],
      acts:
        act === null
          ? []
          : [{ at: act.at, ...(act.do === 'stop' ? { do: 'stop', call: 1 } : { do: 'drop' }) }],
    };
    const events: TraceEvent[] = [];
    const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
    expect(end.outcome).toBe('ended');
    return events;
  }

  const missing = (events: TraceEvent[], shown: Shown[]) =>
    shown.filter((one) =>
      events.every(
        (event) =>
          !Object.entries(one).every(
            ([name, value]) => (event as unknown as Shown)[name] === value,
          ),
      ),
    );

  test('as the guide states it', async () => {
    const events = await play({});
    expect(missing(events, guide)).toEqual([]);
    expect(missing(events, sdk)).not.toEqual([]);
  });

  test('as the SDK does it by itself', async () => {
    const events = await play({ served_by: 'sdk' });
    expect(missing(events, sdk)).toEqual([]);
    expect(missing(events, guide)).not.toEqual([]);
  });
});

describe("the SDK's transport for sessions", () => {
  const HANDLER = `
    import { sleep } from 'anyio';
    import { MCPServer } from 'mcp';
    const mcp = new MCPServer('Bookshop');
    mcp.tool('wait', {}, async () => { await sleep(1); return 'done'; });
  `;
  const post = (message: object, headers: Record<string, string> = {}) =>
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'raw', version: '1' },
  };
  const call = { id: 7, method: 'tools/call', params: { name: 'wait', arguments: {} } };
  const headers = { 'mcp-session-id': 'one' };

  /** Whether a promise has settled once the handler has long been over. */
  async function settlesWith(json: boolean, end: Request): Promise<boolean> {
    let settled = false;
    const events = await served(HANDLER, function* ({ serving, tracer, loop }) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: () => 'one',
        enableJsonResponse: json,
        keepAliveMs: 0,
      });
      const begun = Promise.withResolvers<void>();
      const tap = {
        received: (message: JSONRPCMessage) => {
          if ('id' in message && message.id === 7) begun.resolve();
        },
        sent: () => {},
      };
      const server = officialServer(serving, new Wire(tracer), { tap });
      yield* waitForPromise(server.connect(transport));
      const opened = transport.handleRequest(post({ id: 0, method: 'initialize', params }));
      yield* waitForPromise(opened);
      const answer = transport.handleRequest(post(call, headers));
      void answer.then((response) => response.text()).then(() => (settled = true));
      yield* waitForPromise(begun.promise);
      yield* loop.arrivals();
      yield* sleep(0.5);
      yield* waitForPromise(transport.handleRequest(end));
      yield* sleep(5);
    });
    expect(events.find(({ kind }) => kind === 'handler.exit')).toMatchObject({
      t: 0.5,
      outcome: 'cancelled',
    });
    return settled;
  }

  const tests: Record<string, () => Promise<void>> = {
    'no-answer-when-cancelled': async () => {
      const cancel = { method: 'notifications/cancelled', params: { requestId: 7 } };
      expect(await settlesWith(false, post(cancel, headers))).toBe(false);
    },
    'no-answer-when-the-session-ends': async () => {
      const end = new Request('http://localhost/mcp', { method: 'DELETE', headers });
      expect(await settlesWith(true, end)).toBe(false);
    },
  };
  test.each(inSessions)('$id', ({ id }) => tests[id]!());
});
