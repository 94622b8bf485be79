"""An asyncio event loop on the scheduler: it waits by parking its stack, so that threads run meanwhile."""

import asyncio
import math
from asyncio import events
from collections.abc import Callable, Coroutine
from typing import Any

from .clock import real_perf_counter
from .scheduler import SLICE, Deadlock, Stack
from .threads import scheduler


class Loop(asyncio.BaseEventLoop):
    """The standard library's loop; only how it waits is its own. It has no sockets and no processes."""

    on_task: Callable[[asyncio.Task[Any]], None] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._selector = self
        self._selecting: Stack | None = None
        """The stack that waits for the loop's next event. Elsewhere its stack waits for something else."""

    def time(self) -> float:
        return scheduler.clock.now()

    def create_task(self, coro: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(coro, **options)
        if self.on_task is not None:
            self.on_task(task)
        return task

    def select(self, timeout: float | None) -> list[Any]:
        """Wait as a selector does: nothing ever comes but timers, and calls from other stacks."""
        if timeout == 0:
            scheduler.rest()
            scheduler.give_turn()
        elif scheduler.switches:
            self._selecting = scheduler.current
            try:
                scheduler.park_until(self._next_timer(), inside=False)
            finally:
                self._selecting = None
        elif (when := self._next_timer()) is not None:
            scheduler.clock.jump(when)
        return []

    def step(self) -> float | None:
        """Where stacks cannot be switched: run what is ready, for at most a slice.

        Returns how many seconds the host may wait until the next step, None if until it is woken.

        :raises Deadlock: on the virtual clock, where nothing can ever happen again
        """
        began = real_perf_counter()
        events._set_running_loop(self)
        try:
            while real_perf_counter() - began < SLICE:
                if not self._ready:  # type: ignore[attr-defined]
                    when = self._next_timer()
                    if scheduler.clock.kind == "real":
                        if when is None:
                            return None
                        if when > self.time():
                            return when - self.time()
                    elif when is None:
                        raise Deadlock
                self._run_once()  # type: ignore[attr-defined]
                if self._stopping:  # type: ignore[has-type]
                    self._stopping = False
                    break
        finally:
            events._set_running_loop(None)
        scheduler.clock.spend(real_perf_counter() - began)
        return 0.0

    def _next_timer(self) -> float | None:
        """Its own time, as `now + (when - now)` may be another number. A wait for ever has none."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        when = min((each.when() for each in timers if not each.cancelled()), default=math.inf)
        return None if when == math.inf else when

    def _process_events(self, event_list: list[Any]) -> None:
        pass

    def _write_to_self(self) -> None:
        if self._selecting is not None:
            scheduler.wake(self._selecting)


class Policy(events._BaseDefaultEventLoopPolicy):
    """`asyncio.run` in a thread makes a loop of this kind."""

    _loop_factory = Loop


def install() -> None:
    """Whoever asks for an event loop by its class gets one of this kind: there are no selectors here."""
    asyncio.EventLoop = asyncio.SelectorEventLoop = Loop  # type: ignore[assignment, misc]
