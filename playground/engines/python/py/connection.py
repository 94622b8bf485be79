"""The way from a run's client to its server. A transport is one file: this one's is memory, where there is no wire."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Any, Literal

from mcp import Client
from mcp.server import MCPServer

from .call import Call
from .trace import Trace
from .wire import Wire

Mode = Literal["auto", "legacy"]


class Connection:
    """In memory: the handler runs in the caller's own task."""

    sends_timeout = False
    """Whether a read timeout is told on the wire."""

    def __init__(self, choice: dict[str, Any], server: MCPServer[Any], trace: Trace) -> None:
        """:param choice: the script's `transport`"""
        self.choice = choice
        self.server = server
        self.trace = trace
        self.wire = Wire(trace)

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """The server's life, as far as it is not the client's own: the client comes and leaves inside this block.

        :raises Exception: where the server cannot start or end
        """
        yield

    def client(self) -> Client:
        """A client, not entered yet."""
        return Client(self.server)

    @property
    def mode(self) -> Mode:
        return "legacy" if self.choice["era"] == "legacy" else "auto"

    def is_idle(self) -> bool:
        """Nothing that belongs to a call is on its way."""
        return True

    def leave(self, *, goodbye: bool) -> None:
        """The client is about to leave. Without a goodbye the server has to notice by itself."""

    def left(self, calls: Iterable[Call]) -> bool:
        """The client has left. Returns whether the server is gone too, in the middle of what it did."""
        for call in calls:
            call.unreachable = True
        return False


Ended = Callable[[BaseException | None], None]
"""Is called when the server has ended, with its error if it has one."""
