import { beforeAll, describe, expect, test } from 'vitest';
import { start, type Pyodide } from './boot.ts';
import { inSession, nodeAssets } from './testing.ts';

/**
 * The SDK's server over HTTP, asked what no well-behaved client asks: `post` sends any message at all, and
 * `calling` makes a call of `wait`, which takes three seconds. `result` is what came of it.
 */
const HEAD = `
import asyncio, json, logging
import anyio, httpx2
from afterstop.asgi import Server
from afterstop.exchange import Watch
from mcp.server import MCPServer

logging.disable()
result = []
mcp = MCPServer("Waits")
waiting = []

@mcp.tool()
async def wait(name: str) -> str:
    waiting.append(name)
    try:
        await anyio.sleep(3)
        return name
    except asyncio.CancelledError:
        result.append(f"{name} cancelled")
        raise

ACCEPT = {"accept": "application/json, text/event-stream"}
LEGACY = {**ACCEPT, "mcp-protocol-version": "2025-11-25"}
MODERN = {**ACCEPT, "mcp-protocol-version": "2026-07-28"}
META = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}

def answer(response):
    """The message in a response, of either kind; None where there is none."""
    lines = [line.removeprefix("data: ") for line in response.text.splitlines()]
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return found[-1] if found else None

async def post(http, method, params, headers=LEGACY, **id):
    message = {"jsonrpc": "2.0", "method": method, "params": params, **id}
    return await http.post("/mcp", json=message, headers=headers)

async def session(http):
    """The headers of a new session."""
    about = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "a", "version": "1"}}
    response = await post(http, "initialize", about, ACCEPT, id=0)
    headers = {**LEGACY, "mcp-session-id": response.headers["mcp-session-id"]}
    await post(http, "notifications/initialized", {}, headers)
    return headers

async def calling(http, name, headers, id):
    params = {"name": "wait", "arguments": {"name": name}}
    if headers is MODERN:
        params["_meta"] = META
        headers = {**headers, "mcp-method": "tools/call", "mcp-name": "wait"}
    told = answer(await post(http, "tools/call", params, headers, id=id))
    text = told["result"]["content"][0]["text"] if "result" in told else told["error"]["code"]
    result.append([told["id"], text])

def cancel(http, params, headers):
    return post(http, "notifications/cancelled", params, headers)

def serve(client):
    async def main():
        server = Server(mcp.streamable_http_app(), Watch(), asyncio.get_running_loop().call_when_quiet)
        http = httpx2.AsyncClient(transport=server, base_url="http://127.0.0.1:8000")
        async with server.run(), http, anyio.create_task_group() as group:
            await client(http, group)
    asyncio.run(main())
`;

let pyodide: Pyodide;
beforeAll(async () => {
  pyodide = await start(await nodeAssets(), () => {});
}, 180_000);

const run = (client: string) =>
  inSession(pyodide, `${HEAD}\nasync def client(http, group):\n${client}\nserve(client)\n`);

describe('legacy: a cancel', () => {
  test.each([
    ['of an id that was never used', '{"requestId": 99}'],
    ['of the handshake', '{"requestId": 0}'],
    ['without an id', '{}'],
    ['with an id that is none', '{"requestId": {"a": 1}}'],
    ['without parameters', 'None'],
  ])('%s is accepted, or refused, and ignored', async (_, params) => {
    const result = await run(`
    headers = await session(http)
    group.start_soon(calling, http, "Dune", headers, 1)
    await anyio.sleep(1)
    response = await cancel(http, ${params}, headers)
    result.append(response.status_code)
`);
    expect(result).toEqual([expect.any(Number), [1, 'Dune']]);
    expect([202, 400]).toContain((result as unknown[])[0]);
  });

  test('of a number written as a string reaches the call: the SDK does not tell them apart', async () => {
    const result = await run(`
    headers = await session(http)
    group.start_soon(calling, http, "Dune", headers, 1)
    await anyio.sleep(1)
    await cancel(http, {"requestId": "1"}, headers)
`);
    expect(result).toEqual(['Dune cancelled', [1, -32800]]);
  });

  test('of a call that has ended is ignored, and the session goes on', async () => {
    const result = await run(`
    headers = await session(http)
    await calling(http, "Dune", headers, 1)
    result.append((await cancel(http, {"requestId": 1}, headers)).status_code)
    await calling(http, "Emma", headers, 1)
`);
    expect(result).toEqual([[1, 'Dune'], 202, [1, 'Emma']]);
  });

  test('reaches the call of its own session, though another has the same id', async () => {
    const result = await run(`
    one, other = await session(http), await session(http)
    group.start_soon(calling, http, "Dune", one, 1)
    group.start_soon(calling, http, "Emma", other, 1)
    await anyio.sleep(1)
    await cancel(http, {"requestId": 1}, other)
`);
    expect(result).toEqual(['Emma cancelled', [1, -32800], [1, 'Dune']]);
  });
});

test('legacy: ids are strings or numbers, and come back as they were', async () => {
  const result = await run(`
    headers = await session(http)
    group.start_soon(calling, http, "Dune", headers, "first")
    group.start_soon(calling, http, "Emma", headers, 2)
    await anyio.sleep(1)
    await cancel(http, {"requestId": "first"}, headers)
`);
  expect(result).toEqual(['Dune cancelled', ['first', -32800], [2, 'Emma']]);
});

test('modern: a cancel that is posted is accepted and dropped: only the connection counts', async () => {
  const result = await run(`
    group.start_soon(calling, http, "Dune", MODERN, "first")
    group.start_soon(calling, http, "Emma", MODERN, "first")
    await anyio.sleep(1)
    result.append((await cancel(http, {"requestId": "first"}, MODERN)).status_code)
    try:
        async with asyncio.timeout(1):
            await calling(http, "Ubik", MODERN, 3)
    except TimeoutError:
        result.append("closed")
`);
  expect(result).toEqual([202, 'closed', 'Ubik cancelled', ['first', 'Dune'], ['first', 'Emma']]);
});
