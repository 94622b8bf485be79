"""What can be heard of the scheduler."""

from .stack import Stack


class Watch:
    """Hears of what the scheduler does. Replaced by the observer of a run."""

    def started(self, stack: Stack) -> None:
        """The running stack has started another."""

    def refused(self, why: str) -> None:
        """A stack could not be started."""

    def parking(self, stack: Stack) -> None:
        """A stack is about to wait in the middle of what it does."""

    def resumed(self, stack: Stack) -> None:
        """A stack that was `parking` goes on."""

    def computing(self, stack: Stack, seconds: float) -> None:
        """A stack has used up its slice; so long has it computed without a wait."""

    def rested(self, stack: Stack) -> None:
        """A stack that was `computing` waits."""

    def turning(self) -> None:
        """The host has a turn."""

    def idle(self) -> None:
        """Nothing happens until a timer or a message."""
