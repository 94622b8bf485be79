"""Writes each message down where it crosses, at the client's end, and knows which call it is about.

Over HTTP the client's end is not where a message crosses: there `http_wire.py` writes it down.
"""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, Literal

import mcp_types as types
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage

from .call import CALL, Call
from .trace import Trace

Direction = Literal["c2s", "s2c"]

METHODS = frozenset({"tools/call", "prompts/get", "resources/read"})
TIMED_OUT = "timed out after "


class Wire:
    def __init__(self, trace: Trace, *, via_stream: bool = True) -> None:
        """:param via_stream: whether messages cross as they are, on a stream"""
        self._trace = trace
        self._via_stream = via_stream
        self._calls: dict[str, Call] = {}

    def call_of(self, request_id: object) -> Call | None:
        """The call that a request of this id makes."""
        return self._calls.get(str(request_id))

    def id_of(self, call: Call) -> str | None:
        """The id under which a call was sent, if it was."""
        return next((id for id, each in self._calls.items() if each is call), None)

    @asynccontextmanager
    async def tap(
        self, transport: AbstractAsyncContextManager[TransportStreams]
    ) -> AsyncIterator[TransportStreams]:
        """The client transport given, with every message shown that its client writes and reads."""
        async with transport as (read, write):
            yield (
                Proxy(read, partial(self._cross, "s2c")),
                Proxy(write, partial(self._cross, "c2s")),
            )

    def _cross(self, direction: Direction, item: SessionMessage | Exception) -> None:
        if isinstance(item, Exception):
            return
        message = item.message
        told = tell(message)
        call = CALL.get()
        if (
            direction == "c2s"
            and told["what"] == "request"
            and told["method"] in METHODS
            and call is not None
        ):
            self._calls[told["id"]] = call
        call = self._calls.get(told.get("id", ""))
        reason = told.get("reason")
        if (
            direction == "c2s"
            and call is not None
            and reason is not None
            and reason.startswith(TIMED_OUT)
        ):
            self._trace.tell(
                "client.timeout", "client", call=call.number, after=call.read_timeout_seconds
            )
        if self._via_stream:
            body = message.model_dump_json(by_alias=True, exclude_unset=True)
            number = None if call is None else call.number
            self._trace.tell(
                "wire", "wire", call=number, dir=direction, via="stream", **told, body=body
            )
        if direction == "s2c" and call is not None and told["what"] in ("response", "error"):
            call.answered = True
            if call.given_up:
                self.drop(call, told["what"])

    def drop(self, call: Call, what: str) -> None:
        """An answer has come to a client that does not wait for it."""
        self._trace.tell("result.dropped", "client", call=call.number, where="client", what=what)

    def read_by_server(self, line: str) -> Call | None:
        """The server reads a line: a cancel that names a call is the moment it learns of it. Returns that call."""
        if '"notifications/cancelled"' not in line:
            return None
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            return None
        told = tell(message)
        call = self.call_of(told.get("id"))
        if told.get("method") != "notifications/cancelled" or call is None:
            return None
        self._trace.tell("cancel.notice", "server", call=call.number, reason=told.get("reason"))
        return call


def tell(message: types.JSONRPCMessage) -> dict[str, Any]:
    """A JSON-RPC message in the trace's words; `id` is that of the request it is about."""
    match message:
        case types.JSONRPCRequest(id=id, method=method):
            return {"what": "request", "method": method, "id": str(id)}
        case types.JSONRPCNotification(method=method, params=params):
            about = (params or {}).get("requestId", (params or {}).get("progressToken"))
            told = {"what": "notification", "method": method}
            if about is not None:
                told["id"] = str(about)
            if isinstance(reason := (params or {}).get("reason"), str):
                told["reason"] = reason
            return told
        case types.JSONRPCResponse(id=id):
            return {"what": "response", "id": str(id)}
        case types.JSONRPCError(id=id, error=error):
            told = {"what": "error", "code": error.code, "message": error.message}
            return told if id is None else {**told, "id": str(id)}


class Proxy:
    """A stream's end that shows each item passing through, and otherwise is the stream's end."""

    def __init__(self, inner: Any, seen: Any) -> None:
        self._inner = inner
        self._seen = seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    async def send(self, item: Any) -> None:
        self._seen(item)
        await self._inner.send(item)

    def __aiter__(self) -> "Proxy":
        return self

    async def __anext__(self) -> Any:
        item = await self._inner.__anext__()
        self._seen(item)
        return item

    async def __aenter__(self) -> "Proxy":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._inner.aclose()
