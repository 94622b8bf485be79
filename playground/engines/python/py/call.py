"""The script's calls, and how code finds the call it works for."""

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal, Self

Method = Literal["tools/call", "prompts/get", "resources/read"]


@dataclass(eq=False)
class Call:
    number: int
    method: Method
    target: str
    arguments: dict[str, Any]
    read_timeout_seconds: float | None
    at: float
    progress: bool = True
    move_on_after: float | None = None
    """Seconds after which a scope around the call cancels it."""

    lane: Any = None
    """The task or thread that its handler runs on, once that has begun."""
    entered: bool = False
    """Its handler runs."""
    unreachable: bool = False
    """The server knows that what its handler returns is sent to nobody."""
    answered: bool = False
    """An answer has come to the client, late or not."""
    given_up: bool = False
    """The client waits no longer, and got no answer."""
    _named: list[str] = field(default_factory=list)

    @classmethod
    def of_script(cls, number: int, call: dict[str, Any]) -> Self:
        return cls(
            number=number,
            method=call["method"],
            target=call["target"],
            arguments=call["arguments"],
            read_timeout_seconds=call["read_timeout_seconds"],
            at=call["at"],
            progress=call.get("progress", True),
            move_on_after=call.get("move_on_after"),
        )

    def name(self, name: str) -> str:
        """A name for a task or thread of its handler's, of which there may be more: `child`, `child 2`."""
        self._named.append(name)
        given = self._named.count(name)
        return name if given == 1 else f"{name} {given}"


CALL: ContextVar[Call | None] = ContextVar("call", default=None)
"""Set in a call's own task, and again in the server's where that is another. Tasks and AnyIO's threads inherit it."""
