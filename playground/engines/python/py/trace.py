"""The list of what happened in one run, given away in batches."""

import json
from collections.abc import Callable
from typing import Any, Literal

from .clock import Clock, real_perf_counter
from .scheduler import FRAME

Who = Literal["client", "server", "tool", "thread", "wire"]

MOST_EVENTS = 20_000
"""A run that makes more events than this has a runaway loop in it; the picture would be unreadable."""

MOST_OUTPUT = 2_000_000
"""Characters of output kept of a run."""

ALWAYS = frozenset({
    "call.sent", "client.stop", "client.timeout", "client.close", "client.closed", "client.result", "client.error",
    "client.cancelled", "cancel.notice", "result.dropped", "handler.exit", "error",
})  # fmt: skip
"""What a cut trace still tells: how each call and each handler ended."""


class Trace:
    deliver: Callable[[str], object] | None = None
    """Who is given the batches. Until it is set they are kept."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._pending: list[dict[str, Any]] = []
        self._began: float | None = None
        self._flushed = real_perf_counter()
        self._count = 0
        self._printed = 0
        self._ended = False

    @property
    def t(self) -> float:
        """Seconds since the run began, to the microsecond; 0 while its server starts."""
        return 0.0 if self._began is None else round(self._clock.now() - self._began, 6)

    def begin(self) -> float:
        """From here `t` counts. Returns the clock's time."""
        self._began = self._clock.now()
        self._flushed = real_perf_counter()  # it may have waited for this for long
        return self._began

    def tell(self, kind: str, who: Who, **detail: Any) -> None:
        """Write an event down. Details that are None are left out."""
        if self._count >= MOST_EVENTS and kind not in ALWAYS:
            if self._count == MOST_EVENTS:
                message = f"The trace is cut here, after {MOST_EVENTS:,} events."
                self._push(
                    {
                        "t": self.t,
                        "kind": "error",
                        "who": "server",
                        "where": "engine",
                        "message": message,
                    }
                )
            return
        event = {"t": self.t, "kind": kind, "who": who}
        for name, value in detail.items():
            if value is not None or name in NULLABLE:
                event[name] = value
        self._push(event)

    def output(self, stream: str, text: str, who: Who, **where: Any) -> None:
        """A line that was printed. Lines that follow each other in a batch are one event."""
        if self._printed > MOST_OUTPUT:
            return
        self._printed += len(text) + 1
        if self._printed > MOST_OUTPUT:
            text = f"{text}\n… output is cut here, after {MOST_OUTPUT:,} characters"
        last = self._pending[-1] if self._pending else None
        if (
            last
            and last["kind"] == "output"
            and last["stream"] == stream
            and last.get("line") == where.get("line")
        ):
            last["text"] = f"{last['text']}\n{text}"
            self.flush_if_due()
            return
        event = {"t": self.t, "kind": "output", "who": who, "stream": stream, "text": text}
        self._push(event | {name: value for name, value in where.items() if value is not None})

    def flush(self) -> None:
        """Give away what is pending."""
        self._flushed = real_perf_counter()
        if self._pending and self.deliver is not None:
            batch, self._pending = self._pending, []
            self.deliver(json.dumps(batch, default=str))

    def end(self) -> None:
        """What comes later is not written down."""
        self.flush()
        self._ended = True

    def _push(self, event: dict[str, Any]) -> None:
        if self._ended:
            return
        self._count += 1
        self._pending.append(event)
        self.flush_if_due()

    def flush_if_due(self) -> None:
        """Give away what is pending, at most once a frame: a program that prints without end is no flood."""
        if real_perf_counter() - self._flushed > FRAME:
            self.flush()


NULLABLE = frozenset({"read_timeout_seconds", "limit"})
