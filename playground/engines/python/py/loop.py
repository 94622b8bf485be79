"""An asyncio event loop on the scheduler: it waits by parking its stack, so that threads run meanwhile."""

import asyncio
import contextvars
import heapq
import itertools
import math
from asyncio import events
from collections.abc import Callable, Coroutine, Iterator
from typing import Any

from .clock import real_perf_counter
from .scheduler import SLICE, Deadlock
from .stack import Stack
from .threads import scheduler
from .timer import Timer
from .upkeep import is_upkeep

MOST_TURNS = 100
"""Of the loop, before what waits for a quiet moment waits no longer."""


class Loop(asyncio.BaseEventLoop):
    """The standard library's loop; only how it waits is its own. It has no sockets and no processes."""

    on_task: Callable[[asyncio.Task[Any]], None] | None = None

    def __init__(self) -> None:
        super().__init__()
        self._selector = self
        self._selecting: Stack | None = None
        """The stack that waits for the loop's next event. Elsewhere its stack waits for something else."""
        self._count = itertools.count()
        self._awaiting_quiet: list[Callable[[], None]] = []

    def time(self) -> float:
        return scheduler.clock.now()

    def create_task(self, coro: Coroutine[Any, Any, Any], **options: Any) -> asyncio.Task[Any]:
        task = super().create_task(coro, **options)
        if self.on_task is not None:
            self.on_task(task)
        return task

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: Any,
        context: contextvars.Context | None = None,
    ) -> asyncio.TimerHandle:
        self._check_closed()  # type: ignore[attr-defined]
        timer = Timer(when, next(self._count), callback, args, self, context)
        heapq.heappush(self._scheduled, timer)  # type: ignore[attr-defined]
        timer._scheduled = True
        return timer

    def call_when_quiet(self, callback: Callable[[], None]) -> None:
        """Call this when nothing else is ready: what takes a moment on a network has happened after that.

        A task that never waits holds it up for a while, not for ever.
        """
        if not self._awaiting_quiet:
            self.call_soon(self._when_quiet, MOST_TURNS)
        self._awaiting_quiet.append(callback)

    def _when_quiet(self, turns: int) -> None:
        if self._ready and turns > 0:  # type: ignore[attr-defined]
            self.call_soon(self._when_quiet, turns - 1)
            return
        callbacks, self._awaiting_quiet = self._awaiting_quiet, []
        for callback in callbacks:
            callback()

    def select(self, timeout: float | None) -> list[Any]:
        """Wait as a selector does: nothing ever comes but timers, and calls from other stacks."""
        if timeout == 0:
            scheduler.between_rounds()
        elif scheduler.switches:
            self._selecting = scheduler.current
            upkeep = scheduler.clock.kind == "virtual" and self._has_only_upkeep()
            try:
                scheduler.park_until(self._next_timer(), inside=False, upkeep=upkeep)
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
                    elif when is None or self._has_only_upkeep():
                        raise Deadlock
                self._run_once()  # type: ignore[attr-defined]
                if self._stopping:  # type: ignore[has-type]
                    self._stopping = False
                    break
        finally:
            events._set_running_loop(None)
        scheduler.clock.spend(real_perf_counter() - began, by_program=False)
        return 0.0

    def _next_timer(self) -> float | None:
        """Its own time, as `now + (when - now)` may be another number."""
        return min((each.when() for each in self._timers()), default=None)

    def _has_only_upkeep(self) -> bool:
        """No timer but a server's own. True also where there is none at all."""
        return all(is_upkeep(each) for each in self._timers())

    def _timers(self) -> Iterator[asyncio.TimerHandle]:
        """Those to come. A wait for ever has none."""
        timers: list[asyncio.TimerHandle] = self._scheduled  # type: ignore[attr-defined]
        return (each for each in timers if not each.cancelled() and each.when() != math.inf)

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
