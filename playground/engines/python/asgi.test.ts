import { beforeAll, describe, expect, test } from 'vitest';
import { start, type Pyodide } from './boot.ts';
import { inSession, nodeAssets } from './testing.ts';

/** An app of the test's, its server, and a client; `result` is what happened, with its time. */
const HEAD = `
import asyncio, httpx2
from afterstop.asgi import Server
from afterstop.exchange import Watch

result = []
def note(*what):
    result.append([round(asyncio.get_running_loop().time(), 3), *what])

class Seen(Watch):
    def completed(self, exchange): note("completed", exchange.number)
    def closed(self, exchange, by): note("closed", exchange.number, by)
    def disconnected(self, exchange): note("disconnected", exchange.number)
    def over(self, exchange): note("over", exchange.number)

HEAD = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]}
def body(text, more=True):
    return {"type": "http.response.body", "body": text, "more_body": more}

def living(app):
    async def whole(scope, receive, send):
        if scope["type"] == "http":
            await app(scope, receive, send)
            return
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    return whole

def serve(app, client):
    async def main():
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
        server = Server(app, Seen(), asyncio.get_running_loop().call_when_quiet)
        async with server.run(), httpx2.AsyncClient(transport=server, base_url="http://a") as http:
            await client(http)
            await asyncio.sleep(1)
    asyncio.run(main())
`;

let pyodide: Pyodide;
beforeAll(async () => {
  pyodide = await start(await nodeAssets(), () => {});
}, 180_000);

const run = (code: string) => inSession(pyodide, HEAD + code);

describe('a response', () => {
  test('arrives chunk by chunk, each when it is sent', async () => {
    const result = await run(`
async def app(scope, receive, send):
    message = await receive()
    note(scope["method"], scope["path"], scope["query_string"].decode(), message["body"].decode())
    await send(HEAD)
    for text in (b"one", b"two"):
        await send(body(text))
        await asyncio.sleep(1)
    await send(body(b"three", more=False))
async def client(http):
    async with http.stream("POST", "/mcp?a=b", content=b"hello") as response:
        note(response.status_code)
        async for chunk in response.aiter_bytes():
            note(chunk.decode())
serve(living(app), client)
`);
    expect(result).toEqual([
      [0, 'POST', '/mcp', 'a=b', 'hello'],
      [0, 200],
      [0, 'one'],
      [1, 'two'],
      [2, 'completed', 1],
      [2, 'three'],
      [2, 'over', 1],
    ]);
  });

  test('that the client closes is a closed connection, of which the app hears when it asks', async () => {
    const result = await run(`
async def app(scope, receive, send):
    await receive()
    await send(HEAD)
    await send(body(b"one"))
    note((await receive())["type"])
    await send(body(b"two"))
    note("went nowhere")
async def client(http):
    async with http.stream("GET", "/") as response:
        async for chunk in response.aiter_bytes():
            await asyncio.sleep(0.5)
            break
serve(living(app), client)
`);
    expect(result).toEqual([
      [0.5, 'closed', 1, 'client'],
      [0.5, 'disconnected', 1],
      [0.5, 'http.disconnect'],
      [0.5, 'went nowhere'],
      [0.5, 'over', 1],
    ]);
  });

  test('that never comes is given up, and that closes the connection too', async () => {
    const result = await run(`
async def app(scope, receive, send):
    await receive()
    note((await receive())["type"])
async def client(http):
    try:
        async with asyncio.timeout(0.5):
            await http.get("/")
    except TimeoutError:
        note("gave up")
serve(living(app), client)
`);
    expect(result).toEqual([
      [0.5, 'gave up'],
      [0.5, 'closed', 1, 'client'],
      [0.5, 'disconnected', 1],
      [0.5, 'http.disconnect'],
      [0.5, 'over', 1],
    ]);
  });

  test('whose end was on its way when the client closed it is complete', async () => {
    const result = await run(`
async def app(scope, receive, send):
    await send(HEAD)
    await send(body(b"answer"))
    for _ in range(10):
        await asyncio.sleep(0)
    await send(body(b"", more=False))
async def client(http):
    async with http.stream("GET", "/") as response:
        async for chunk in response.aiter_bytes():
            break
serve(living(app), client)
`);
    expect(result).toEqual([
      [0, 'completed', 1],
      [0, 'over', 1],
    ]);
  });
});

describe('an app that fails', () => {
  const fails = (before: string) =>
    run(`
async def app(scope, receive, send):
    ${before}
    raise ValueError("no")
async def client(http):
    try:
        response = await http.get("/")
        note(response.status_code, response.text)
    except httpx2.RemoteProtocolError as error:
        note(str(error))
serve(living(app), client)
`);

  test('before its response has begun is a 500', async () => {
    expect(await fails('await receive()')).toContainEqual([0, 500, 'Internal Server Error']);
  });

  test('after that breaks the response off', async () => {
    const result = await fails('await send(HEAD)');
    expect(result).toContainEqual([0, 'closed', 1, 'server']);
    expect(result).toContainEqual([0, 'Server disconnected in the middle of its response.']);
  });

  test('to answer at all breaks the connection off', async () => {
    const result = await run(`
async def app(scope, receive, send):
    await receive()
async def client(http):
    try:
        await http.get("/")
    except httpx2.RemoteProtocolError as error:
        note(str(error))
serve(living(app), client)
`);
    expect(result).toContainEqual([0, 'Server disconnected without sending a response.']);
  });
});

describe('the life of an app', () => {
  test('is around its requests', async () => {
    const result = await run(`
async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        for step in ("lifespan.startup", "lifespan.shutdown"):
            note((await receive())["type"])
            await asyncio.sleep(1)
            await send({"type": step + ".complete"})
        return
    await send(HEAD)
    await send(body(b"", more=False))
async def client(http):
    await http.get("/")
serve(app, client)
`);
    expect(result).toEqual([
      [0, 'lifespan.startup'],
      [1, 'completed', 1],
      [1, 'over', 1],
      [2, 'lifespan.shutdown'],
    ]);
  });

  test('that cannot begin raises the app’s own error', async () => {
    const result = await run(`
async def app(scope, receive, send):
    await receive()
    await send({"type": "lifespan.startup.failed", "message": "no"})
    raise ValueError("no database")
async def client(http):
    note("served")
try:
    serve(app, client)
except ValueError as error:
    result.append(str(error))
`);
    expect(result).toEqual(['no database']);
  });
});
