"""What a server does by itself to keep its connections up: pings every 15 seconds, limits on idle sessions.

On the virtual clock such timers alone are no reason to go on: a server that pings for ever is one that waits.
"""

from asyncio import Handle
from contextvars import ContextVar

UPKEEP: ContextVar[bool] = ContextVar("upkeep", default=False)
"""Whether the running code is the server's own. A timer has the context that it was set in."""


def is_upkeep(timer: Handle) -> bool:
    return bool(timer._context.get(UPKEEP, False))  # type: ignore[attr-defined]
