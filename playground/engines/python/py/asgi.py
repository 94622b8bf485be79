"""Serves an ASGI app to an httpx2 client in the same interpreter: no sockets, one task of the app's a request."""

import asyncio
import contextvars
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import httpx2

from .exchange import Carry, Exchange, Message, Watch
from .lifespan import App, living


class Server(httpx2.AsyncBaseTransport):
    """What stands between the SDK's client and its Starlette app: a network and uvicorn, else."""

    def __init__(self, app: App, watch: Watch, carry: Carry) -> None:
        self._app = app
        self._watch = watch
        self._carry = carry
        self._count = 0
        self._tasks: set[asyncio.Task[None]] = set()

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """From the app's startup to its shutdown.

        :raises Exception: what either raises
        """
        async with living(self._app):
            try:
                yield
            finally:
                for task in self._tasks:
                    task.cancel()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """:raises httpx2.RemoteProtocolError: where the app ends without a response"""
        self._count += 1
        body = await request.aread()
        exchange = Exchange(self._count, request, body, self._watch, self._carry)
        self._watch.requested(exchange)
        self._carry(partial(self._accept, exchange))
        try:
            await exchange.head()
        except BaseException:
            exchange.leave_client()
            raise
        assert exchange.status is not None
        return httpx2.Response(exchange.status, headers=exchange.headers, stream=Body(exchange))

    def _accept(self, exchange: Exchange) -> None:
        # The app knows nothing of the client's context.
        context = contextvars.Context()
        task = asyncio.get_running_loop().create_task(self._serve(exchange), context=context)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, exchange: Exchange) -> None:
        """An app that fails is a 500 where its response has not begun, and a closed connection where it has."""
        try:
            await self._app(scope_of(exchange.request), exchange.receive, exchange.send)
        except Exception as error:
            if exchange.status is None:
                await fail(exchange)
            loop = asyncio.get_running_loop()
            loop.call_exception_handler({"message": "The app failed", "exception": error})
        finally:
            exchange.leave_app()


class Body(httpx2.AsyncByteStream):
    """A response's body as httpx2 reads it. Closed before its end, it closes the connection."""

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._exchange.chunks()

    async def aclose(self) -> None:
        self._exchange.leave_client()


def scope_of(request: httpx2.Request) -> Message:
    url = request.url
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": request.method,
        "headers": [(name.lower(), value) for name, value in request.headers.raw],
        "scheme": url.scheme,
        "path": url.path,
        "raw_path": url.raw_path.partition(b"?")[0],
        "query_string": url.query,
        "root_path": "",
        "server": (url.host, url.port),
        "client": ("127.0.0.1", 50000),
        "state": {},
    }


async def fail(exchange: Exchange) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8")]
    await exchange.send({"type": "http.response.start", "status": 500, "headers": headers})
    await exchange.send({"type": "http.response.body", "body": b"Internal Server Error"})
