import { describe, expect, test } from 'vitest';
import type { TraceEvent } from '../../../trace/event.ts';
import type { Act, Call, Era, Script, TransportChoice } from '../../engine.ts';
import type { TypeScriptEngine } from '../engine.ts';
import { wholeEngine } from '../whole.ts';

/**
 * A reply and a give-up race. Whichever instant the client chooses, the call has one outcome and both sides
 * tell the same story.
 */
const ORDER = `
import { moveOnAfter, sleep } from 'anyio';
import { MCPServer } from 'mcp';
const mcp = new MCPServer('Bookshop');
const holds = new Set<string>();
mcp.tool('order', {}, async () => {
  holds.add('Dune');
  try {
    await sleep(0.2);
    return 'ordered';
  } finally {
    await moveOnAfter(5, { shield: true }, async () => {
      await sleep(0.1);
      holds.delete('Dune');
    });
  }
});
`;

const eras: Era[] = ['modern', 'legacy'];
const TRANSPORTS: [string, TransportChoice][] = [
  ['memory', { kind: 'memory' }],
  ...eras.map((era): [string, TransportChoice] => [`stdio ${era}`, { kind: 'stdio', era }]),
  ...eras.flatMap((era) =>
    [false, true].flatMap((json_response) =>
      [false, true].map((stateless_http): [string, TransportChoice] => [
        `http ${era}${json_response ? ' json_response' : ''}${stateless_http ? ' stateless_http' : ''}`,
        { kind: 'http', era, json_response, stateless_http },
      ]),
    ),
  ),
];

const call: Call = {
  method: 'tools/call',
  target: 'order',
  arguments: {},
  read_timeout_seconds: null,
  at: 0,
};

/** Each way to give up at that moment. */
const GIVEUPS: Record<string, (at: number) => Pick<Script, 'calls' | 'acts'>> = {
  stop: (at) => ({ calls: [call], acts: [{ at, do: 'stop', call: 1 }] }),
  'stop twice': (at) => ({
    calls: [call],
    acts: [at, at].map((at) => ({ at, do: 'stop', call: 1 })),
  }),
  timeout: (at) => ({ calls: [{ ...call, read_timeout_seconds: at }], acts: [] }),
  deadline: (at) => ({ calls: [{ ...call, move_on_after: at }], acts: [] }),
  disconnect: (at) => ({ calls: [call], acts: [{ at, do: 'disconnect' } as Act] }),
  drop: (at) => ({ calls: [call], acts: [{ at, do: 'drop' } as Act] }),
};

const STEP = 1e-6;

async function play(engine: TypeScriptEngine, script: Script) {
  const events: TraceEvent[] = [];
  const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
  return { events, end };
}

const loaded = (async () => {
  const engine = wholeEngine();
  await engine.load({ language: 'typescript', source: ORDER });
  return engine;
})();

describe.each(TRANSPORTS)('over %s', (_, transport) => {
  test.each(Object.keys(GIVEUPS))('%s at every instant has exactly one outcome', async (giveup) => {
    const engine = await loaded;
    const quiet = await play(engine, { transport, calls: [call], acts: [] });
    const instants = new Set(
      quiet.events.flatMap(({ t }) => [t - STEP, t, t + STEP]).filter((t) => t >= 0),
    );
    expect(instants.size).toBeGreaterThan(5);
    for (const at of instants) {
      const { events, end } = await play(engine, { transport, ...GIVEUPS[giveup]!(at) });
      const where = `${giveup} at ${at} s`;
      const told = events.map(({ kind }) => kind);
      const count = (pattern: RegExp) => told.filter((kind) => pattern.test(kind)).length;

      expect(end.outcome, where).toBe('ended');
      expect(count(/^client\.(result|error|cancelled)$/), `${where}: ends of the call`).toBe(1);
      expect(count(/^handler\.exit$/), `${where}: ends of the handler`).toBe(
        count(/^handler\.enter$/),
      );
      const answered = told.includes('client.result');
      if (answered)
        expect(told, `${where}: answered, so nothing was dropped`).not.toContain('result.dropped');
      const exit = events.find((event) => event.kind === 'handler.exit');
      if (exit?.outcome === 'cancelled')
        expect(answered, `${where}: a cancelled handler has no answer`).toBe(false);
      if (exit?.outcome === 'returned')
        expect(
          answered !== told.includes('result.dropped'),
          `${where}: its value is somewhere`,
        ).toBe(true);
      const state = events.findLast((event) => event.kind === 'state');
      expect(state?.values['holds'] ?? [], `${where}: what is left`).toEqual([]);
    }
  });
});
