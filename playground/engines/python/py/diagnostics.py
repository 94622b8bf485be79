"""Where a reader's program is wrong, and tracebacks that show the program alone."""

import traceback
from collections.abc import Iterator
from typing import Any

from .program import FILE, LoadError


def diagnose(error: BaseException) -> dict[str, Any]:
    """Where a program is wrong, with line and column from 1."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return diagnostic(error.lineno, error.offset, f"{type(error).__name__}: {error.msg}")
    if isinstance(error, LoadError):
        return diagnostic(1, 1, str(error))
    line, column = place_of(error)
    return diagnostic(line, column, "".join(traceback.format_exception_only(error)).strip())


def diagnostic(line: int | None, column: int | None, message: str) -> dict[str, Any]:
    return {
        "line": line or 1,
        "column": max(column or 1, 1),
        "message": message,
        "severity": "error",
    }


def place_of(error: BaseException) -> tuple[int | None, int | None]:
    """The innermost place of the program that an error has come through."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename == FILE:
            return frame.lineno, None if frame.colno is None else frame.colno + 1
    return None, None


def own_traceback(error: BaseException) -> str:
    """As Python prints it, from the program's first frame on: what called it is not the reader's."""
    told = traceback.TracebackException.from_exception(error)
    for each in every(told):
        frames = list(each.stack)
        first = next((at for at, frame in enumerate(frames) if frame.filename == FILE), len(frames))
        each.stack = traceback.StackSummary.from_list(frames[first:])
    return "".join(told.format()).rstrip()


def every(told: traceback.TracebackException | None) -> Iterator[traceback.TracebackException]:
    """An error, and those that led to it."""
    if told is None:
        return
    yield told
    yield from every(told.__cause__)
    yield from every(told.__context__)
    for each in told.exceptions or []:
        yield from every(each)
