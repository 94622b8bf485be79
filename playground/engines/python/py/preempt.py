"""A program that computes without an end lets others run every few milliseconds, as CPython's threads do.

Each backward jump and each call in the program's own code is an event; most of them count down and do no more.
"""

import sys
from types import CodeType, FrameType

from .clock import real_perf_counter
from .scheduler import SLICE
from .threads import scheduler

monitoring = sys.monitoring
events = monitoring.events

TOOL = 4
LOOK = 0.0005
"""Seconds between two looks at the clock: reading it costs as much as a turn of a small loop."""

MOST = 4096
"""The longest run without a look: a turn may become a thousand times slower from one to the next."""

_left = 1
_between = 1
_looked = 0.0
_began = 0.0


def install() -> None:
    monitoring.use_tool_id(TOOL, "afterstop.preempt")
    monitoring.register_callback(TOOL, events.JUMP, _on_jump)
    monitoring.register_callback(TOOL, events.PY_START, _on_start)


def watch(code: CodeType) -> None:
    monitoring.set_local_events(TOOL, code, events.JUMP | events.PY_START)


def forget(code: CodeType) -> None:
    monitoring.set_local_events(TOOL, code, 0)


def is_preempting(frame: FrameType) -> bool:
    """Whether this is the interruption itself and no call of the program's."""
    return frame.f_code in (_on_jump.__code__, _on_start.__code__)


def _on_jump(code: CodeType, offset: int, destination: int) -> None:
    global _left
    _left -= 1
    if _left <= 0:
        _look()


def _on_start(code: CodeType, offset: int) -> None:
    global _left
    _left -= 1
    if _left <= 0:
        _look()


def _look() -> None:
    """Read the clock, and set how often to do it; give way where the slice is over."""
    global _left, _between, _looked, _began
    now = real_perf_counter()
    since, _looked = now - _looked, now
    if since > 2 * LOOK:
        _between = max(1, int(_between * LOOK / since))
    elif since < LOOK / 2:
        _between = min(MOST, _between * 2)
    _left = _between
    began = max(_began, scheduler.resumed_at)
    if now - began < SLICE:
        return
    scheduler.give_way()
    _began = _looked = real_perf_counter()
