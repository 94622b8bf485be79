"""Which of an HTTP server's timers are upkeep: those that are set while it answers, and by none of the program's code."""

from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext

from .exchange import Message
from .lifespan import App, Receive, Send
from .upkeep import UPKEEP


def upkeeping(app: App) -> App:
    """The app, whose own timers while it answers are upkeep."""

    async def marked(scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            UPKEEP.set(True)
        await app(scope, receive, send)

    return marked


async def at_work(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """A middleware of the server, outside all others: what it surrounds is the program's work."""
    token = UPKEEP.set(False)
    try:
        return await call_next(ctx)
    finally:
        UPKEEP.reset(token)
