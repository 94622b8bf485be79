"""The blocks of `try` that a function is in: how it comes into them and out."""

from asyncio import CancelledError

from .activation import Activation, Tell
from .syntax import Block
from .words import outcome_of, raised


class Blocks:
    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def move(self, act: Activation, block: Block | None) -> None:
        """The function goes on in another block, and no error brought it there."""
        chain = block.chain() if block else []
        for inside, _ in act.blocks:
            # A value on its way out of a `try` through its `finally` is returned from where it was made.
            if inside.kind == "finally" and any(
                each.statement is inside.statement and each is not inside for each in chain
            ):
                chain = inside.outer.chain() if inside.outer else []
                break
        self._leave_all_but(act, chain, None)
        for each in chain[len(act.blocks) :]:
            self._enter(act, each)

    def handled(self, act: Activation, offset: int, error: BaseException) -> None:
        """An error has found the place that handles it, and leaves the blocks before."""
        if offset not in act.plan.handlers:
            return
        handler = act.plan.handlers[offset]
        self._leave_all_but(act, handler.chain() if handler else [], error)
        act.caught = error

    def reraised(self, act: Activation, error: BaseException) -> None:
        """Where the error that led into a `finally` goes on, the block itself has come to its end."""
        if act.blocks:
            block, led = act.blocks[-1]
            if block.kind == "finally" and led is error:
                self._exit(act, None)

    def left(self, act: Activation, error: BaseException | None) -> None:
        """The function ends."""
        self._leave_all_but(act, [], error)

    def _leave_all_but(
        self, act: Activation, chain: list[Block], error: BaseException | None
    ) -> None:
        while act.blocks and act.blocks[-1][0] not in chain:
            self._exit(act, error)

    def _enter(self, act: Activation, block: Block) -> None:
        caught, act.caught = act.caught, None
        act.blocks.append((block, caught if block.kind == "finally" else None))
        if block.kind == "finally":
            self._tell("finally.enter", act, line=block.line)
            return
        if block.kind == "except" and isinstance(caught, CancelledError):
            self._tell("catch", act, line=block.line, **raised(caught))
        self._tell("block.enter", act, line=block.line, block=block.kind)

    def _exit(self, act: Activation, error: BaseException | None) -> None:
        block, _ = act.blocks.pop()
        how = {"outcome": outcome_of(error), **raised(error)}
        if block.kind == "finally":
            self._tell("finally.exit", act, line=block.line, **how)
        else:
            self._tell("block.exit", act, line=block.line, block=block.kind, **how)
