"""What the scheduler asks of JavaScript (`host.ts` in the folder above)."""

from collections.abc import Awaitable
from typing import Any, Protocol


class Host(Protocol):
    """The JavaScript side: it resumes stacks, and does nothing of its own."""

    def start(self, stack: int, body: Any) -> None:
        """`body` is called on a stack of its own when it is this stack's turn for the first time."""

    def hand(self, me: int, to: int, turn: bool) -> Awaitable[None]:
        """Resume `to`, after a turn of the host if it is due one; resolves when `me` is resumed."""

    def release(self, to: int, turn: bool) -> None:
        """Resume `to`; the caller's stack is at its end."""

    def turn(self) -> Awaitable[None]:
        """Let the host hear its messages."""

    def idle(self, seconds: float | None) -> Awaitable[None]:
        """Wait until `stir` is called, or for so many seconds."""

    def stir(self) -> None: ...
