"""What a program prints and logs, as lines of the trace."""

import io
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from .diagnostics import own_traceback
from .observe import Observation


class Printed(io.TextIOBase):
    """Stands in for `sys.stdout` or `sys.stderr`: complete lines are told, a rest when it is flushed."""

    def __init__(self, observation: Observation, stream: str) -> None:
        self._observation = observation
        self._stream = stream
        self._rest = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        lines, newline, rest = (self._rest + text).rpartition("\n")
        self._rest = rest
        if newline:
            self._observation.print(self._stream, lines)
        return len(text)

    def flush(self) -> None:
        if self._rest:
            rest, self._rest = self._rest, ""
            self._observation.print(self._stream, rest)


CLIENTS = ("httpx2", "mcp.client")
"""Loggers of the other process."""


class Logged(logging.Handler):
    """The operator's log: the client never sees it."""

    def __init__(self, observation: Observation) -> None:
        super().__init__()
        self._observation = observation
        self.addFilter(lambda record: not record.name.startswith(CLIENTS))

    def emit(self, record: logging.LogRecord) -> None:
        text = f"{record.levelname} {record.getMessage()}"
        if record.exc_info and record.exc_info[1] is not None:
            text = f"{text}\n{own_traceback(record.exc_info[1])}"
        self._observation.print("log", text)


@contextmanager
def told_to(observation: Observation) -> Iterator[None]:
    """Until the end of this block, what is printed and logged belongs to a run."""
    out, err = Printed(observation, "stdout"), Printed(observation, "stderr")
    with _standing_in(out, err, Logged(observation)):
        try:
            yield
        finally:
            out.flush()
            err.flush()


@contextmanager
def unheard() -> Iterator[None]:
    """Until the end of this block, nobody hears what is printed and logged."""
    with _standing_in(io.StringIO(), io.StringIO(), logging.NullHandler()):
        yield


@contextmanager
def _standing_in(out: io.TextIOBase, err: io.TextIOBase, log: logging.Handler) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(), out, err  # type: ignore[assignment]
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, [log]
    # As the SDK sets it up, which leaves it alone where there is a handler. It stays so between runs: each change
    # lets every logger forget what it is enabled for.
    if root.level != logging.INFO:
        root.setLevel(logging.INFO)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        root.handlers = handlers
