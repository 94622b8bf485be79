"""A timer of the event loop. Of two at the same moment, which is common on a virtual clock, the first set comes first."""

import asyncio
from typing import Any


class Timer(asyncio.TimerHandle):
    __slots__ = ("number",)

    def __init__(self, when: float, number: int, *rest: Any) -> None:
        super().__init__(when, *rest)
        self.number = number

    def __lt__(self, other: asyncio.TimerHandle) -> bool:
        if isinstance(other, Timer) and self._when == other._when:
            return self.number < other.number
        return super().__lt__(other)
