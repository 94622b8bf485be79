"""Writes down what crosses over HTTP: each request, each response, their messages, and how connections end."""

from dataclasses import dataclass
from typing import Any, Literal

import mcp_types as types

from .call import Call
from .exchange import Exchange, Side, Watch
from .trace import Trace
from .wire import Wire, tell
from .words import value_of

Media = Literal["sse", "json"]


@dataclass(eq=False)
class About:
    """What an exchange is about."""

    call: Call | None
    is_request: bool
    """It carries a call's request, so that its response is the answer."""
    json: bytes = b""
    """As much of a JSON body as has come."""
    answer: str | None = None
    """What has been sent in answer: a response, or an error."""


class HttpWire(Watch):
    def __init__(self, trace: Trace, wire: Wire) -> None:
        self.open: dict[Exchange, About] = {}
        """What is not over, the client's standing GET included."""
        self._trace = trace
        self._wire = wire

    def is_answering(self) -> bool:
        """Whether a call's exchange is not over."""
        return any(about.is_request for about in self.open.values())

    def requested(self, exchange: Exchange) -> None:
        message = parse(exchange.body)
        about = self.open[exchange] = About(None, False)
        headers = telling(exchange.request.headers.raw)
        if message is None:
            self._told("http.request", exchange, verb=exchange.request.method, headers=headers)
            return
        told = tell(message)
        about.call = self._wire.call_of(told.get("id"))
        about.is_request = about.call is not None and told["what"] == "request"
        how = {"dir": "c2s", "via": "POST", **told, "body": exchange.body.decode()}
        self._told("wire", exchange, **how, headers=headers)

    def read(self, exchange: Exchange) -> None:
        self._wire.read_by_server(exchange.body.decode())

    def responded(self, exchange: Exchange) -> None:
        how = {"status": exchange.status, "media": media_of(exchange)}
        self._told("http.response", exchange, **how, headers=telling(exchange.headers))

    def sent(self, exchange: Exchange, chunk: bytes) -> None:
        about = self.open[exchange]
        if media_of(exchange) == "json":
            about.json += chunk
            if (message := parse(about.json)) is not None:
                self._arrive(exchange, about.json, message)
            return
        # The SDK sends an event in one piece.
        for line in chunk.splitlines():
            data = line.removeprefix(b"data: ")
            if data is not line and (message := parse(data)) is not None:
                self._arrive(exchange, data, message)

    def _arrive(self, exchange: Exchange, body: bytes, message: types.JSONRPCMessage) -> None:
        about, told = self.open[exchange], tell(message)
        if not exchange.is_closed:
            how = {"dir": "s2c", "via": media_of(exchange), **told, "body": body.decode()}
            # An error that names no request is nobody's answer.
            nameless = told["what"] == "error" and "id" not in told
            self._tell("wire", exchange, None if nameless else about.call, **how)
            if told["what"] in ("response", "error") and not nameless:
                about.answer = told["what"]
        elif about.call is not None and told["what"] in ("response", "error"):
            how = {"where": "server", "what": "connection closed", "value": text_of(message)}
            self._trace.tell("result.dropped", "server", call=about.call.number, **how)

    def completed(self, exchange: Exchange) -> None:
        self._unreachable(exchange)
        self._told("http.end", exchange)

    def closed(self, exchange: Exchange, by: Side) -> None:
        self._told("http.closed", exchange, by=by)

    def disconnected(self, exchange: Exchange) -> None:
        self._unreachable(exchange)
        self._told("http.disconnect", exchange)

    def over(self, exchange: Exchange) -> None:
        about = self.open.pop(exchange)
        call = about.call
        if about.answer is not None and call is not None and call.given_up and not call.answered:
            self._wire.drop(call, about.answer)  # the client closed the response unread

    def _unreachable(self, exchange: Exchange) -> None:
        """What the server would answer from here on has no way to go, and it knows that."""
        about = self.open[exchange]
        if about.call is not None and about.is_request:
            about.call.unreachable = True

    def _told(self, kind: str, exchange: Exchange, **how: Any) -> None:
        self._tell(kind, exchange, self.open[exchange].call, **how)

    def _tell(self, kind: str, exchange: Exchange, call: Call | None, **how: Any) -> None:
        number = None if call is None else call.number
        who = "server" if kind == "http.disconnect" else "wire"
        self._trace.tell(kind, who, call=number, exchange=exchange.number, **how)


def text_of(message: types.JSONRPCMessage) -> str:
    """An answer's value, in short."""
    match message:
        case types.JSONRPCResponse(result=result):
            return value_of(result)
        case types.JSONRPCError(error=error):
            return error.message
        case _:
            return ""


def parse(text: bytes) -> types.JSONRPCMessage | None:
    """The message that this is; None where it is none, or not all of one."""
    try:
        return types.jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return None


def media_of(exchange: Exchange) -> Media:
    """An empty body counts as JSON, as in the recordings."""
    return "sse" if b"event-stream" in dict(exchange.headers).get(b"content-type", b"") else "json"


TELLING = frozenset({"accept", "content-type", "last-event-id", "allow"})


def telling(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers that say something about MCP."""
    named = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
    return {name: named[name] for name in named if name in TELLING or name.startswith("mcp-")}
