"""Which call, which task or thread, and which function and line of the program something happens in."""

import asyncio
import sys
from types import FrameType
from typing import Any

from .call import CALL, Call
from .plan import Plan
from .stack import Stack
from .threads import scheduler
from .trace import Who

Lane = asyncio.Task[Any] | Stack | None
"""Where something happens: a task, or a thread by its stack."""


class Whereabouts:
    def __init__(self, plans: dict[int, Plan]) -> None:
        """:param plans: by the `id` of the code"""
        self.plans = plans
        self.names: dict[Lane, str] = {}
        """Of the tasks and threads that a handler has started."""

    def call(self) -> Call | None:
        """The call that the running code works for."""
        return CALL.get() or scheduler.current.owner

    def lane(self) -> Lane:
        stack = scheduler.current
        if stack is not scheduler.main:
            return stack
        return asyncio.current_task() if asyncio._get_running_loop() is not None else None

    def place(self) -> tuple[Who, dict[str, Any]]:
        """Who does what happens now, and what says so in the trace."""
        call = self.call()
        on_thread = scheduler.current is not scheduler.main
        if call is None:
            return ("thread" if on_thread else "server"), {}
        place: dict[str, Any] = {"call": call.number}
        lane = self.lane()
        if lane is not call.lane and (name := self.names.get(lane)) is not None:
            place["task"] = name
        return ("thread" if on_thread else "tool"), place

    def name_of_lane(self) -> str:
        """Who does what happens now, in a word."""
        call, lane = self.call(), self.lane()
        if call is None or lane is None:
            return "outside"
        return self.names.get(lane, call.target)

    def here(self) -> dict[str, Any]:
        """The program's innermost function, and its line; nothing where it is in none."""
        frame = self.frame_of(sys._getframe(1))
        if frame is None:
            return {}
        return {"fn": self.plans[id(frame.f_code)].fn, "line": frame.f_lineno}

    def frame_of(self, frame: FrameType | None) -> FrameType | None:
        """The program's innermost function from here; None where it is in none."""
        while frame is not None and id(frame.f_code) not in self.plans:
            frame = frame.f_back
        return frame

    def origin_of(self, error: BaseException) -> dict[str, Any]:
        """Where in the program an error came up; nothing where it never passed through it."""
        origin: dict[str, Any] = {}
        trace = error.__traceback__
        while trace is not None:
            if (plan := self.plans.get(id(trace.tb_frame.f_code))) is not None:
                origin = {"fn": plan.fn, "line": trace.tb_lineno}
            trace = trace.tb_next
        return origin


def callee(frame: FrameType) -> FrameType | None:
    """What this function calls right now; None where it calls nothing, or does not run on this stack."""
    called: FrameType | None = None
    inner: FrameType | None = sys._getframe(1)
    while inner is not None and inner is not frame:
        called, inner = inner, inner.f_back
    return called if inner is frame else None
