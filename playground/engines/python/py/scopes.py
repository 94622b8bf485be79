"""What a program's cancel scopes do, from AnyIO's own: each of its calls goes through here and is passed on.

Only scopes that the program itself enters are told of, not those of AnyIO and the SDK.
"""

import asyncio
import contextlib
import functools
import math
import sys
from types import CodeType, FrameType
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
    _wrap(CancelScope, "__init__", _init)
    _wrap(CancelScope, "__enter__", _enter)
    _wrap(CancelScope, "__exit__", _exit)
    _wrap(CancelScope, "cancel", _cancel)
    check = AsyncIOBackend.check_cancelled.__func__  # type: ignore[attr-defined]
    setattr(AsyncIOBackend, "check_cancelled", classmethod(functools.partial(_check, check)))


def _wrap(owner: type, name: str, wrapper: Any) -> None:
    original = getattr(owner, name)

    @functools.wraps(original)
    def wrapped(self: CancelScope, *args: Any, **kwargs: Any) -> Any:
        if _observation is None:
            return original(self, *args, **kwargs)
        return wrapper(_observation, original, self, *args, **kwargs)

    setattr(owner, name, wrapped)


BETWEEN: set[CodeType] = {
    # What stands between a `with` of the program and the scope that it enters.
    TaskGroup.__aenter__.__code__,
    contextlib._GeneratorContextManager.__enter__.__code__,
    core.fail_after.__wrapped__.__code__,  # type: ignore[attr-defined]
    core.fail_at.__wrapped__.__code__,  # type: ignore[attr-defined]
}


def _entered_by_program(observation: Observation) -> bool:
    # This function, the wrapper's two, and then whoever called the scope.
    frame: FrameType | None = sys._getframe(3)
    while frame is not None and frame.f_code in BETWEEN:
        frame = frame.f_back
    return frame is not None and id(frame.f_code) in observation.plans


def _init(
    observation: Observation, original: Any, scope: CancelScope, *args: Any, **kwargs: Any
) -> None:
    original(scope, *args, **kwargs)
    if scope.deadline != math.inf:
        _limits[id(scope)] = round(scope.deadline - scheduler.clock.now(), 6)


def _enter(observation: Observation, original: Any, scope: CancelScope) -> CancelScope:
    global _count
    if _entered_by_program(observation):
        _count += 1
        limit = None if scope.deadline == math.inf else _limit_of(scope)
        kind = "shield" if scope.shield else "scope"
        _entered[id(scope)] = _count, kind, limit
        observation.tell(f"{kind}.enter", scope=_count, limit=limit)
    entered: CancelScope = original(scope)
    return entered


def _limit_of(scope: CancelScope) -> float:
    """As the program has it, where the deadline still is what it was made with."""
    made, left = _limits.get(id(scope)), scope.deadline - scheduler.clock.now()
    if made is None or abs(made - left) > CLOSE:
        made = round(left, 6)
    return round(made, 3) if scheduler.clock.kind == "real" else made


CLOSE = 0.05
"""Seconds in which a scope is usually entered after it was made."""


def _exit(observation: Observation, original: Any, scope: CancelScope, *error: Any) -> Any:
    _limits.pop(id(scope), None)
    known = _entered.pop(id(scope), None)
    if known is None:
        return original(scope, *error)
    number, kind, limit = known
    try:
        return original(scope, *error)
    finally:
        observation.tell(
            f"{kind}.exit", scope=number, limit=limit, cancelled_caught=scope.cancelled_caught
        )


def _cancel(
    observation: Observation, original: Any, scope: CancelScope, reason: str | None = None
) -> None:
    known = _entered.get(id(scope))
    if known is not None and not scope.cancel_called:
        by = "deadline" if reason == "deadline exceeded" else observation.where.name_of_lane()
        observation.tell("scope.cancel", scope=known[0], by=by, reason=reason)
    original(scope, reason)


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
