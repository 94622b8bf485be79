"""An ASGI app's own life, from its startup to its shutdown: the protocol's `lifespan`, in a task of its own."""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from .exchange import Message

Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


@asynccontextmanager
async def living(app: App) -> AsyncIterator[None]:
    """The app serves inside this block.

    :raises Exception: what its startup or its shutdown raises
    """
    to_app: asyncio.Queue[Message] = asyncio.Queue()
    from_app: asyncio.Queue[Message] = asyncio.Queue()

    async def live() -> None:
        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}
        await app(scope, to_app.get, from_app.put)

    task = asyncio.get_running_loop().create_task(live(), context=contextvars.Context())

    async def reach(step: str) -> None:
        to_app.put_nowait({"type": step})
        answer = asyncio.ensure_future(from_app.get())
        await asyncio.wait({answer, task}, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done() or answer.result()["type"] != f"{step}.complete":
            answer.cancel()
            await task

    await reach("lifespan.startup")
    try:
        yield
    finally:
        await reach("lifespan.shutdown")
