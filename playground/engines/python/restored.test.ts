import { expect, it } from 'vitest';
import type { TraceEvent } from '../../trace/event.ts';
import { PythonEngine } from './engine.ts';
import { nodeAssets } from './testing.ts';

/** Much is compiled and allocated here, on a thread's stack beside the loop's. */
const source = `
from mcp.server import MCPServer

mcp = MCPServer("Library")

@mcp.tool()
def read() -> int:
    import argparse, doctest, pdb, pydoc, tarfile, unittest.mock, xml.dom.minidom
    return sum(len(module.__dict__) for module in (argparse, doctest, pdb, pydoc, tarfile, unittest.mock))
`;

it(
  'answers a plain tool that imports much, from a snapshot, again and again',
  { timeout: 120_000 },
  async () => {
    let dropped: string | null = null;
    const keeper = { keep: () => {}, drop: (reason: string) => (dropped = reason) };
    const engine = new PythonEngine(nodeAssets, { keeper });
    await engine.boot(() => {});
    expect(dropped).toBeNull();
    for (let run = 0; run < 3; run++) {
      await engine.load({ language: 'python', source });
      const events: TraceEvent[] = [];
      const call = {
        method: 'tools/call' as const,
        target: 'read',
        arguments: {},
        read_timeout_seconds: null,
        at: 0,
      };
      const script = {
        transport: { kind: 'stdio', era: 'modern' } as const,
        calls: [call],
        acts: [],
      };
      const end = await engine.run(script, 'virtual', (batch) => events.push(...batch));
      expect(end.outcome).toBe('ended');
      const result = events.find(({ kind }) => kind === 'client.result');
      expect(result).toMatchObject({ text: expect.stringMatching(/^\d+$/) });
    }
  },
);
