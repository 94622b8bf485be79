"""What threads spend time in, and what holds up the event loop: told by the scheduler, as it happens.

A unit of work is a call that a thread's outermost function makes and that takes time. It ends with the next
sign of life of that function itself.
"""

import sys
from collections.abc import Callable
from types import FrameType

from .activation import Activation, Tell
from .preempt import is_preempting
from .stack import Stack
from .whereabouts import Whereabouts, callee
from .words import outcome_of

LONG = 0.1
"""Seconds of computing without a wait that are worth telling: shorter ones are up to the machine."""


class Work:
    def __init__(self, tell: Tell, where: Whereabouts) -> None:
        self._tell = tell
        self._where = where
        self.roots: dict[Stack, Activation] = {}
        """The outermost function of each thread that runs some of the program."""

    def parking(self, stack: Stack) -> None:
        """A thread is about to wait."""
        if (root := self.roots.get(stack)) is not None:
            called = callee(root.frame)
            if called is not None and called is not root.work:
                self._begin(root, called)

    def computing(self, stack: Stack) -> None:
        """A thread has used up a slice.

        The end of a slice may fall into any call. Where two of them do, it has taken a slice of time.
        """
        if (root := self.roots.get(stack)) is not None:
            called = callee(root.frame)
            if called is None or called is root.work or is_preempting(called):
                return
            if root.slices is called:
                self._begin(root, called)
            root.slices = called

    def end(self, root: Activation, error: BaseException | None) -> None:
        """The outermost function goes on, so that what it called has ended."""
        called, root.work, root.slices = root.work, None, None
        if called is not None:
            how = {"what": self._name(called), "outcome": outcome_of(error)}
            self._tell("work.exit", root, line=root.line, **how)

    def _begin(self, root: Activation, called: FrameType) -> None:
        self.end(root, None)
        root.line = root.frame.f_lineno
        root.work = called
        self._tell("work.enter", root, what=self._name(called))

    def _name(self, called: FrameType) -> str:
        """By its first argument, `index_book("Dune")` as Dune; else by its function."""
        code = called.f_code
        if id(code) in self._where.plans and code.co_argcount > 0:
            first = called.f_locals.get(code.co_varnames[0])
            if isinstance(first, str | int | float) and not isinstance(first, bool):
                return str(first)
        return code.co_name


class Blocked:
    """The event loop runs nothing else: a function of the program sleeps or computes on its stack."""

    def __init__(self, tell: Callable[..., None], where: Whereabouts) -> None:
        self._tell = tell
        self._where = where
        self._what: str | None = None

    def parking(self) -> None:
        frame = self._where.frame_of(sys._getframe(1))
        if frame is not None:
            called = callee(frame)
            self._begin("blocking call" if called is None else called.f_code.co_name)

    def computing(self, seconds: float) -> None:
        if seconds > LONG and self._where.frame_of(sys._getframe(1)) is not None:
            self._begin("computing")

    def freed(self) -> None:
        if self._what is not None:
            self._tell("loop.freed", what=self._what)
            self._what = None

    def _begin(self, what: str) -> None:
        if self._what is None:
            self._what = what
            self._tell("loop.blocked", what=what)
