"""One HTTP request and its response, between a client and an ASGI app in the same interpreter.

Nothing is gathered: each chunk crosses by itself, when it is sent. What the client does with a connection the
server learns when it has crossed, too. What an app may expect of one that is gone is what uvicorn does.
"""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, MutableMapping
from functools import partial
from typing import Any, Literal

import httpx2

Message = MutableMapping[str, Any]
Side = Literal["client", "server"]


class Watch:
    """Sees what crosses. Replaced by whoever writes it down."""

    def requested(self, exchange: "Exchange") -> None:
        """The client has sent its request."""

    def read(self, exchange: "Exchange") -> None:
        """The app has read it."""

    def responded(self, exchange: "Exchange") -> None:
        """The app has sent the head of its response."""

    def sent(self, exchange: "Exchange", chunk: bytes) -> None:
        """The app has sent some of its response; to nobody, where the connection is closed."""

    def completed(self, exchange: "Exchange") -> None:
        """The app's response has come to its end."""

    def closed(self, exchange: "Exchange", by: Side) -> None:
        """The connection is closed, and the response has not come to its end."""

    def disconnected(self, exchange: "Exchange") -> None:
        """The app has asked, and heard that the client is gone."""

    def over(self, exchange: "Exchange") -> None:
        """Neither side does anything about it any more."""


Carry = Callable[[Callable[[], None]], object]
"""Let something cross: it arrives on the other side a moment later, and after what was sent before it."""


class Exchange:
    def __init__(
        self, number: int, request: httpx2.Request, body: bytes, watch: Watch, carry: Carry
    ) -> None:
        """:param number: counts the client's requests from 1"""
        self.number = number
        self.request = request
        self.body = body
        self._watch = watch
        self._carry = carry
        self._busy: set[Side] = {"client", "server"}
        # As the server knows it.
        self.status: int | None = None
        """None before the response has begun."""
        self.headers: list[tuple[bytes, bytes]] = []
        self.is_complete = False
        """The response has come to its end."""
        self.is_closed = False
        """The connection is gone, before that."""
        self._is_read = False
        self._done = asyncio.Event()
        # As the client knows it.
        self._has_begun = False
        self._chunks: deque[bytes] = deque()
        self._has_ended = False
        self._is_lost = False
        self._news = asyncio.Event()

    # The app's end: ASGI's `receive` and `send`.

    async def receive(self) -> Message:
        """The request; and after it the news that there is nobody to answer any more."""
        if not self._is_read:
            self._is_read = True
            self._watch.read(self)
            return {"type": "http.request", "body": self.body, "more_body": False}
        await self._done.wait()
        if not self.is_complete:
            self._watch.disconnected(self)
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        """What is sent on a closed connection goes nowhere, and that is no error."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message.get("headers", []))
            if not self.is_closed:
                self._watch.responded(self)
                self._carry(self._begin)
        elif message["type"] == "http.response.body":
            if chunk := message.get("body", b""):
                self._watch.sent(self, chunk)
                self._carry(partial(self._arrive, chunk))
            if not message.get("more_body", False) and not self.is_closed:
                self.is_complete = True
                self._watch.completed(self)
                self._done.set()
                self._carry(self._end)

    def leave_app(self) -> None:
        """The app is done with it. Before the response has come to its end, that closes the connection."""
        if not self.is_complete and not self.is_closed:
            self._close("server")
            self._carry(self._lose)
        self._leave("server")

    # The client's end.

    async def head(self) -> None:
        """Wait until the response has begun.

        :raises httpx2.RemoteProtocolError: where the server closes the connection instead
        """
        while not self._has_begun:
            await self._hear("Server disconnected without sending a response.")

    async def chunks(self) -> AsyncIterator[bytes]:
        """The response's body, as it comes.

        :raises httpx2.RemoteProtocolError: where the server closes the connection before the end
        """
        while True:
            while self._chunks:
                yield self._chunks.popleft()
            if self._has_ended:
                return
            await self._hear("Server disconnected in the middle of its response.")

    def leave_client(self) -> None:
        """The client is done with it. If that is news to the server when it arrives, the connection is closed."""
        self._carry(self._hang_up)

    def _hang_up(self) -> None:
        if not self.is_complete and not self.is_closed:
            self._close("client")
        self._leave("client")

    async def _hear(self, lost: str) -> None:
        if self._is_lost:
            raise httpx2.RemoteProtocolError(lost)
        self._news.clear()
        await self._news.wait()

    def _begin(self) -> None:
        self._has_begun = True
        self._news.set()

    def _arrive(self, chunk: bytes) -> None:
        self._chunks.append(chunk)
        self._news.set()

    def _end(self) -> None:
        self._has_ended = True
        self._news.set()

    def _lose(self) -> None:
        self._is_lost = True
        self._news.set()

    # Both.

    def _close(self, by: Side) -> None:
        self.is_closed = True
        self._watch.closed(self, by)
        self._done.set()

    def _leave(self, side: Side) -> None:
        if side in self._busy:
            self._busy.remove(side)
            if not self._busy:
                self._watch.over(self)
