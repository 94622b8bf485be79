"""What a program's cancel scopes do, from AnyIO's own: each of its calls goes through here and is passed on.

Only scopes that the program itself enters are told of, not those of AnyIO and the SDK.
"""

import asyncio
import contextlib
import functools
import math
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import anyio._core._tasks as core
from anyio._backends._asyncio import AsyncIOBackend, CancelScope, TaskGroup

from .observe import Observation
from .threads import scheduler
from .words import raised

_observation: Observation | None = None
_entered: dict[int, tuple[int, str, float | None]] = {}
"""By the scope's `id`: its number in the run, what it is told as, and its limit in seconds as it was entered."""

_limits: dict[int, float] = {}
"""By the scope's `id`: seconds from its making to its deadline. Some pass before it is entered, on the real clock."""

_count = 0


def observe(observation: Observation | None) -> None:
    """From now on tell this observer, or nobody."""
    global _observation, _count
    _observation, _count = observation, 0
    _entered.clear()
    _limits.clear()


def install() -> None:
    _wrap("__init__", _init)
    _wrap("__enter__", _enter)
    _wrap("__exit__", _exit)
    _wrap("cancel", _cancel)
    check = AsyncIOBackend.check_cancelled.__func__  # type: ignore[attr-defined]
    setattr(AsyncIOBackend, "check_cancelled", classmethod(functools.partial(_check, check)))


def _wrap(name: str, around: Callable[[Any], Any]) -> None:
    """The SDK has many more scopes than a program: most of what goes round one is a look whether there is more to do."""
    original = getattr(CancelScope, name)
    setattr(CancelScope, name, functools.wraps(original)(around(original)))


BETWEEN = {
    id(code)
    for code in (
        # What stands between a `with` of the program and the scope that it enters.
        TaskGroup.__aenter__.__code__,
        contextlib._GeneratorContextManager.__enter__.__code__,
        core.fail_after.__wrapped__.__code__,  # type: ignore[attr-defined]
        core.fail_at.__wrapped__.__code__,  # type: ignore[attr-defined]
    )
}
"""By `id`: the hash of a code object is made of all its instructions, each time it is asked for."""


def _entered_by_program(observation: Observation, frame: FrameType | None) -> bool:
    while frame is not None and id(frame.f_code) in BETWEEN:
        frame = frame.f_back
    return frame is not None and id(frame.f_code) in observation.plans


def _init(original: Any) -> Any:
    def init(scope: CancelScope, deadline: float = math.inf, shield: bool = False) -> None:
        original(scope, deadline, shield)
        if deadline != math.inf and _observation is not None:
            _limits[id(scope)] = round(deadline - scheduler.clock.now(), 6)

    return init


def _enter(original: Any) -> Any:
    def enter(scope: CancelScope) -> Any:
        if _observation is not None and _entered_by_program(_observation, sys._getframe(1)):
            _tell_entered(_observation, scope)
        return original(scope)

    return enter


def _tell_entered(observation: Observation, scope: CancelScope) -> None:
    global _count
    _count += 1
    limit = None if scope.deadline == math.inf else _limit_of(scope)
    kind = "shield" if scope.shield else "scope"
    _entered[id(scope)] = _count, kind, limit
    observation.tell(f"{kind}.enter", scope=_count, limit=limit)


def _limit_of(scope: CancelScope) -> float:
    """As the program has it, where the deadline still is what it was made with."""
    made, left = _limits.get(id(scope)), scope.deadline - scheduler.clock.now()
    if made is None or abs(made - left) > CLOSE:
        made = round(left, 6)
    return round(made, 3) if scheduler.clock.kind == "real" else made


CLOSE = 0.05
"""Seconds in which a scope is usually entered after it was made."""


def _exit(original: Any) -> Any:
    def leave(scope: CancelScope, *error: Any) -> Any:
        if _limits:
            _limits.pop(id(scope), None)
        known, observation = _entered.pop(id(scope), None), _observation
        if known is None or observation is None:
            return original(scope, *error)
        number, kind, limit = known
        try:
            return original(scope, *error)
        finally:
            observation.tell(
                f"{kind}.exit", scope=number, limit=limit, cancelled_caught=scope.cancelled_caught
            )

    return leave


def _cancel(original: Any) -> Any:
    def cancel(scope: CancelScope, reason: str | None = None) -> None:
        known = _entered.get(id(scope))
        if known is not None and _observation is not None and not scope.cancel_called:
            by = (
                "deadline"
                if reason == "deadline exceeded"
                else _observation.where.name_of_lane()
            )
            _observation.tell("scope.cancel", scope=known[0], by=by, reason=reason)
        original(scope, reason)

    return cancel


def _check(original: Any, backend: type[AsyncIOBackend]) -> None:
    observation = _observation
    if observation is None:
        original(backend)
        return
    try:
        original(backend)
    except asyncio.CancelledError as error:
        observation.tell("check", raised=True, **raised(error))
        raise
    observation.tell("check", raised=False)
