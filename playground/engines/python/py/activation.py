"""One call of a function of the program, from its start to its end."""

from types import FrameType
from typing import Any, Protocol

from .call import Call
from .plan import Plan
from .stack import Stack
from .syntax import Block, Site


class Activation:
    __slots__ = (
        "blocks",
        "caught",
        "frame",
        "handles",
        "line",
        "plan",
        "root",
        "slices",
        "untold",
        "waits",
        "work",
    )

    def __init__(self, plan: Plan, frame: FrameType) -> None:
        self.plan = plan
        self.frame = frame
        self.line = frame.f_lineno
        """The line that it was in last, where its lines are told."""
        self.handles: Call | None = None
        """The call that it is the handler of."""
        self.blocks: list[tuple[Block, BaseException | None]] = []
        """The blocks it is in, outermost first; a `finally` with the error that led into it."""
        self.caught: BaseException | None = None
        """The error that it handles next."""
        self.waits: Site | None = None
        """The await that is open."""
        self.untold = False
        """Whether it has not been told yet that it waits."""
        self.root: Stack | None = None
        """The thread that it is the outermost function of."""
        self.work: FrameType | None = None
        """The call that a thread's outermost function spends time in, by its frame."""
        self.slices: FrameType | None = None
        """A call that has used up one slice of computing."""


class Tell(Protocol):
    """Something happens in this call of a function."""

    def __call__(self, kind: str, act: Activation, **detail: Any) -> None: ...
