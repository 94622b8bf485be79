"""Over Streamable HTTP: the SDK's Starlette app on one side, its own HTTP client on the other, and no network."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.server import MCPServer
from sse_starlette.sse import _get_shutdown_state

from .asgi import Server
from .call import Call
from .connection import Connection
from .exchange import Exchange
from .http_upkeep import at_work, upkeeping
from .http_wire import HttpWire
from .lifespan import App
from .loop import Loop
from .trace import Trace
from .wire import Wire

URL = "http://127.0.0.1:8000/mcp"
"""Where the SDK's server listens if it is told nothing else. Nothing ever listens there."""


class Http(Connection):
    sends_timeout = True

    def __init__(
        self,
        choice: dict[str, Any],
        server: MCPServer[Any],
        trace: Trace,
        loop: Loop,
        stirred: Callable[[], None],
    ) -> None:
        """:param stirred: is called when an exchange is over"""
        super().__init__(choice, server, trace)
        self.wire = Wire(trace, via_stream=False)
        self._crossing = Crossing(trace, self.wire, stirred)
        self._goodbye = Goodbye()
        app = server.streamable_http_app(
            json_response=choice["json_response"], stateless_http=choice["stateless_http"]
        )
        server.middleware.insert(0, at_work)
        self._server = Server(upkeeping(cast(App, app)), self._crossing, loop.call_when_quiet)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        async with self._server.run():
            yield

    def client(self) -> Client:
        http = httpx2.AsyncClient(transport=self._server)
        # Asked for its truth once, when the client leaves.
        goodbye = cast(bool, self._goodbye)
        transport = streamable_http_client(URL, http_client=http, terminate_on_close=goodbye)
        return Client(self.wire.tap(transport), mode=self.mode)

    def is_idle(self) -> bool:
        return not self._crossing.is_answering()

    def leave(self, *, goodbye: bool) -> None:
        self._goodbye.said = goodbye

    def left(self, calls: Iterable[Call]) -> bool:
        """The server lives on. Which calls it cannot answer any more it learns from their connections."""
        return False


class Goodbye:
    """Whether a client that leaves ends its session: known only when it leaves."""

    said = True

    def __bool__(self) -> bool:
        return self.said


class Crossing(HttpWire):
    """Tells when an exchange is over, too."""

    def __init__(self, trace: Trace, wire: Wire, stirred: Callable[[], None]) -> None:
        super().__init__(trace, wire)
        self._stirred = stirred

    def over(self, exchange: Exchange) -> None:
        super().over(exchange)
        self._stirred()


def install() -> None:
    """No uvicorn is there to shut down; the event streams would look twice a second whether it does."""
    _get_shutdown_state().watcher_started = True
