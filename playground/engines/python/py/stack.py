"""A Python stack of its own: what the scheduler switches between."""

import asyncio
from typing import Any


class Stack:
    """Who may run: an event loop or a thread."""

    __slots__ = (
        "computed",
        "ident",
        "killed",
        "locals",
        "loop",
        "owner",
        "parked",
        "task",
        "upkeep",
        "waits",
        "woken",
    )

    def __init__(self, ident: int) -> None:
        self.ident = ident
        self.parked = False
        self.woken = False
        self.waits = 0  # counts parks, so that a timer knows whether its own still goes on
        self.killed = False
        self.upkeep = False  # its timer is no reason to go on (upkeep.py)
        self.computed = 0.0  # seconds without a wait, as far as slices were used up
        self.locals: dict[int, dict[str, Any]] = {}  # what its thread-locals hold, by their keys
        self.loop: asyncio.AbstractEventLoop | None = None
        self.task: asyncio.Task[Any] | None = None
        self.owner: Any = None  # whatever the observer ties to it
