"""A server at work: which call a request is, which are not answered yet, and what nobody was sent."""

from collections.abc import Callable
from typing import Any

from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from .call import CALL
from .trace import Trace
from .wire import METHODS, Wire
from .words import value_of


class Serving:
    """A middleware of the server, the SDK's own hook: it stands between the SDK and the handlers, and only looks."""

    def __init__(
        self, server: MCPServer[Any], trace: Trace, wire: Wire, stirred: Callable[[], None]
    ) -> None:
        """:param stirred: is called when a request has been answered"""
        self.in_flight = 0
        self._trace = trace
        self._wire = wire
        self._stirred = stirred
        server.middleware.append(self)

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        if ctx.method not in METHODS:
            return await call_next(ctx)
        # In memory the handler runs in the task of the call, which knows it already.
        token = None if CALL.get() else CALL.set(self._wire.call_of(ctx.request_id))
        self.in_flight += 1
        try:
            result = await call_next(ctx)
            self._drop("response", result)
            return result
        except Exception as error:
            self._drop("error", error)
            raise
        finally:
            self.in_flight -= 1
            if token is not None:
                CALL.reset(token)
            self._stirred()

    def _drop(self, what: str, value: object) -> None:
        call = CALL.get()
        if call is not None and call.unreachable:
            dropped = {"where": "server", "what": what, "value": value_of(value)}
            self._trace.tell("result.dropped", "server", call=call.number, **dropped)
