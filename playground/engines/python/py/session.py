"""A world of its own for a program: a clock, a loop and stacks. Afterwards nothing is left of it."""

import asyncio
import sys
from asyncio import events
from types import TracebackType
from typing import Literal, Self

from pyodide.ffi import can_run_sync

from . import clock
from .loop import Loop, Policy
from .program import MODULE
from .host import Host
from .threads import scheduler

ROUNDS = 10
"""Of cancelling what is left. What outlives them all is let go."""


class Session:
    """Entered and left on the stack that the program runs on."""

    loop: Loop

    def __init__(self, host: Host, clock_kind: Literal["real", "virtual"]) -> None:
        self.clock: clock.Clock = (
            clock.RealClock() if clock_kind == "real" else clock.VirtualClock()
        )
        self._host = host

    def __enter__(self) -> Self:
        scheduler.begin(self._host, self.clock, switches=can_run_sync())
        clock.show(self.clock)
        self._policy = events._get_event_loop_policy()
        events._set_event_loop_policy(Policy())
        self.loop = Loop()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._unwind()
        scheduler.end()
        clock.show(None)
        events._set_event_loop_policy(self._policy)
        sys.modules.pop(MODULE, None)

    def _unwind(self) -> None:
        """End the tasks that are left, so that nothing of them stays in memory."""
        loop, scheduler.deadlock = self.loop, None
        loop.set_exception_handler(lambda loop, context: None)
        loop.on_task = None
        for _ in range(ROUNDS):
            left = [task for task in asyncio.all_tasks(loop) if not task.done()]
            if not left:
                break
            for task in left:
                task.cancel()
            loop.call_soon(loop.stop)
            loop.run_forever()
        loop.close()
