"""The run's time in seconds, and the standard library's functions that read it.

The real clock waits. The virtual one jumps to the next timer when everything waits, so that a run of thirty
seconds takes milliseconds and gives the same events in the same order.
"""

import queue
import threading
import time
from typing import Literal

real_perf_counter = time.perf_counter
real_time = time.time

PATIENCE = 0.5
"""Seconds of real time for which virtual time stands still while the program's own code computes."""

LONG_PATIENCE = 5.0
"""The same for all the rest, the SDK and what it imports: on a slow machine a first run takes its time."""


class RealClock:
    """Seconds since the clock was made."""

    kind: Literal["real", "virtual"] = "real"

    def __init__(self) -> None:
        self._origin = real_perf_counter()

    def now(self) -> float:
        return real_perf_counter() - self._origin

    def jump(self, when: float) -> None:
        """Real time cannot be hurried."""

    def spend(self, seconds: float, *, by_program: bool) -> None:
        """Real time passes by itself."""


class VirtualClock:
    """Seconds that pass only when everything waits.

    Time is exact: after a jump, `now` is the timer's own time. Computing takes no time, so that a run is the
    same on a fast and on a slow machine, unless it goes on for long without a wait: from then on real time
    passes here too, or a loop that never waits would keep for ever what is set for later.
    """

    kind: Literal["real", "virtual"] = "virtual"

    def __init__(self) -> None:
        self._now = 0.0
        self._computed = {True: 0.0, False: 0.0}

    def now(self) -> float:
        return self._now

    def jump(self, when: float) -> None:
        """Everything waits: go to the next timer's time."""
        self._now = max(self._now, when)
        self._computed = {True: 0.0, False: 0.0}

    def spend(self, seconds: float, *, by_program: bool) -> None:
        """So many seconds of real time were computed: by the program's own code, or by what is round it."""
        self._computed[by_program] += seconds
        if self._computed[by_program] > (PATIENCE if by_program else LONG_PATIENCE):
            self._now += seconds


Clock = RealClock | VirtualClock

_running: Clock | None = None
_monotonic_then = 0.0
_time_then = 0.0


def show(clock: Clock | None) -> None:
    """From now on programs read this clock; None gives them the machine's own."""
    global _running, _monotonic_then, _time_then
    _running, _monotonic_then, _time_then = clock, real_perf_counter(), real_time()


def monotonic() -> float:
    return real_perf_counter() if _running is None else _monotonic_then + _running.now()


def monotonic_ns() -> int:
    return int(monotonic() * 1e9)


def wall() -> float:
    return real_time() if _running is None else _time_then + _running.now()


def wall_ns() -> int:
    return int(wall() * 1e9)


def install() -> None:
    """Let `time` read the run's clock. Modules that took their function from `time` by name are told too."""
    time.monotonic = time.perf_counter = monotonic
    time.monotonic_ns = time.perf_counter_ns = monotonic_ns
    time.time = wall
    time.time_ns = wall_ns
    queue.time = monotonic  # type: ignore[attr-defined]
    threading._time = monotonic  # type: ignore[attr-defined]
