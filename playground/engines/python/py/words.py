"""Errors, tasks and values in the trace's words."""

import json
import re
from asyncio import CancelledError, Task
from typing import Any, Literal

Outcome = Literal["returned", "raised", "cancelled"]

LONGEST_VALUE = 500


def outcome_of(error: BaseException | None) -> Outcome:
    if error is None:
        return "returned"
    return "cancelled" if isinstance(error, CancelledError) else "raised"


def raised(error: BaseException | None) -> dict[str, str]:
    """An error's type and message. What differs from run to run in a cancellation's is left out."""
    if error is None:
        return {}
    message = str(error)
    if isinstance(error, CancelledError):
        message = re.sub(r"cancel scope [0-9a-f]+", "cancel scope <id>", message)
        message = re.sub(
            r" by <Task .*?name='(.*?)' coro=.*>(?=;|$)", r" by <Task \1>", message, flags=re.DOTALL
        )
    return {"exc": type(error).__name__, "message": message}


def the_one(error: BaseException) -> BaseException:
    """Of a group of one, that one: task groups wrap whatever ends them."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error


def leaves_of(error: BaseException) -> list[BaseException]:
    """What is in a group, and in the groups in it."""
    if not isinstance(error, BaseExceptionGroup):
        return [error]
    return [leaf for each in error.exceptions for leaf in leaves_of(each)]


def told(error: BaseException) -> str:
    """An error in a line."""
    if isinstance(error, CancelledError):
        return "The program cancelled a task that was not its own."
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(dict.fromkeys(told(each) for each in leaves_of(error)))
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def reason_of(error: BaseException) -> str | None:
    """The reason that AnyIO puts at the end of a cancellation's message."""
    _, found, reason = str(error).rpartition("; reason: ")
    return reason if found and isinstance(error, CancelledError) else None


def name_of_task(task: Task[Any], module: str) -> str:
    """A task by its function's own name, as AnyIO names it, without the program's module."""
    name = task.get_name()
    if re.fullmatch(r"Task-\d+", name):
        name = getattr(task.get_coro(), "__qualname__", name)
    return name.removeprefix(f"{module}.").rsplit("<locals>.", 1)[-1]


def shown(value: object) -> str:
    """A value as a reader would recognise it, short enough for a label."""
    if isinstance(value, str):
        text = value
    else:
        try:
            text = json.dumps(value, ensure_ascii=False)
        except (TypeError, ValueError):
            text = repr(value)
    return f"{text[:LONGEST_VALUE]}…" if len(text) > LONGEST_VALUE else text


def value_of(value: object) -> str:
    """What a result says, or what an error says, in a line."""
    if isinstance(value, dict):
        if "messages" in value:
            return value_of({"content": [message["content"] for message in value["messages"]]})
        parts = value.get("content") or value.get("contents") or []
        return "\n".join(str(part.get("text", f"<{part.get('type', 'blob')}>")) for part in parts)
    return shown(str(value))
