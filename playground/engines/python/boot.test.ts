import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start, type Assets, type Keeper, type Pyodide } from './boot.ts';
import { nodeAssets } from './testing.ts';
import { Wasm } from './wasm.ts';

/** Records what a start says and keeps. */
class Notes implements Keeper {
  steps: string[] = [];
  kept: Uint8Array<ArrayBuffer>[] = [];
  dropped: string[] = [];
  keep = (snapshot: Uint8Array<ArrayBuffer>) => void this.kept.push(snapshot);
  drop = (reason: string) => void this.dropped.push(reason);
}

const SLOW = 240_000;
let assets: Assets;
let first: Notes;
let later: Notes;
let python: Pyodide;

const startWith = (notes: Notes, snapshot?: Uint8Array<ArrayBuffer>): Promise<Pyodide> =>
  start({ ...assets, snapshot }, ({ name }) => void notes.steps.push(name), { keeper: notes });

beforeAll(async () => {
  assets = await nodeAssets();
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Python asked the network.')));
  first = new Notes();
  await startWith(first);
  later = new Notes();
  python = await startWith(later, first.kept[0]);
}, SLOW);

afterAll(() => vi.unstubAllGlobals());

it('starts plainly at first, in named steps, and keeps a snapshot that starts', () => {
  expect(first.steps).toEqual(['start', 'import', 'keep', 'ready']);
  expect(first.kept).toHaveLength(1);
  expect(first.dropped).toEqual([]);
});

it('starts from the snapshot later, and keeps none', () => {
  expect(later.steps).toEqual(['restore', 'ready']);
  expect(later.kept).toEqual([]);
  expect(later.dropped).toEqual([]);
});

describe('an interpreter from a snapshot', () => {
  it('has imported the SDK and the engine’s own package', () => {
    expect(
      python.runPython('import sys; "mcp" in sys.modules, "afterstop" in sys.modules').toJs(),
    ).toEqual([true, true]);
  });

  it('runs a client and a server', async () => {
    const text = (await python.runPythonAsync(`
from mcp import Client
from mcp.server import MCPServer

server = MCPServer("Sums")

@server.tool()
async def add(a: int, b: int) -> int:
    return a + b

async def main():
    async with Client(server) as client:
        result = await client.call_tool("add", {"a": 1, "b": 2})
        return result.content[0].text

await main()
`)) as string;
    expect(text).toBe('3');
  });

  it('imports what was not imported before', () => {
    expect(python.runPython('import sys; "jwt" in sys.modules')).toBe(false);
    expect(python.runPython('import jwt, wsgiref.util; jwt.__name__')).toBe('jwt');
  });

  it('shows the lines of the SDK in tracebacks', () => {
    const text = python.runPython(`
import traceback
from mcp.server.request_state import AESGCMRequestStateCodec
try:
    AESGCMRequestStateCodec([])
except ValueError:
    text = traceback.format_exc()
text
`) as string;
    expect(text).toContain('site-packages/mcp/server/request_state.py", line');
    expect(text).toContain('raise ValueError("AESGCMRequestStateCodec requires at least one key")');
  });

  it('counts time from its own start', async () => {
    const seconds = (await python.runPythonAsync(`
import asyncio, time
began = time.monotonic()
await asyncio.sleep(0)
time.monotonic() - began
`)) as number;
    expect(seconds).toBeGreaterThanOrEqual(0);
    expect(seconds).toBeLessThan(60);
  });
});

it(
  'gives every start numbers of its own, and drops a snapshot that does not start',
  async () => {
    const notes = new Notes();
    const broken = first.kept[0]!.slice(0, 1024);
    const plain = await startWith(notes, broken);
    expect(notes.steps).toEqual(['restore', 'start', 'import', 'keep', 'ready']);
    expect(notes.dropped).toHaveLength(1);
    expect(notes.kept).toHaveLength(1);
    const draw = 'import random; random.random()';
    expect(plain.runPython(draw)).not.toBe(python.runPython(draw));
  },
  SLOW,
);

it(
  'compiles nothing that was compiled for an earlier start',
  async () => {
    const wasm = new Wasm();
    await start({ ...assets, snapshot: first.kept[0] }, () => {}, { wasm });
    const compiled = await wasm.all();
    expect(Object.values(compiled)).toContainEqual(expect.any(WebAssembly.Module));
    const compile = vi.spyOn(WebAssembly, 'compile');
    const next = { wasm: new Wasm(compiled) };
    const later = await start({ ...assets, snapshot: first.kept[0] }, () => {}, next);
    expect(compile).not.toHaveBeenCalled();
    expect(later.runPython('1 + 1')).toBe(2);
    compile.mockRestore();
  },
  SLOW,
);
