"""A module's values as data that a panel can show, and whether they have changed."""

import collections
import math
from collections.abc import Iterable, Mapping
from typing import Any

MOST = 24
"""More items than this are counted instead of shown: a strip in a picture has no room for them."""

DEEPEST = 3
LONGEST = 200

Plain = str | int | float | bool | None
SETS = (set, frozenset)
LISTS = (list, tuple, collections.deque)
DATA = (*SETS, *LISTS, dict, str, int, float, bool, type(None))


class State:
    """The values of a module that are data: sets, lists, dictionaries and plain values."""

    def __init__(self, module: Mapping[str, Any], names: Iterable[str]) -> None:
        self._module = module
        self._names = list(names)
        self.values = self._read()

    def changed(self) -> bool:
        """Look again."""
        values = self._read()
        if values == self.values:
            return False
        self.values = values
        return True

    def _read(self) -> dict[str, Any]:
        values = {}
        for name in self._names:
            value = self._module.get(name, ABSENT)
            if isinstance(value, DATA):
                values[name] = watched(value)
        return values


ABSENT = object()


def watched(value: Any, depth: int = 0) -> Any:
    """A value as JSON: sets and lists as lists, dictionaries as objects, the rest by its name."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return f"{value[:LONGEST]}…" if len(value) > LONGEST else value
    if not isinstance(value, (dict, *SETS, *LISTS)):
        return f"<{type(value).__name__}>"
    if depth >= DEEPEST:
        return "…"
    if isinstance(value, dict):
        shown = {str(key): watched(value[key], depth + 1) for key in list(value)[:MOST]}
        return shown | {"…": f"{len(value) - MOST} more"} if len(value) > MOST else shown
    # A set has no order; sorted, the same set always looks the same.
    items: list[Any] = sorted(value, key=repr) if isinstance(value, SETS) else list(value)
    listed = [watched(item, depth + 1) for item in items[:MOST]]
    return [*listed, f"… {len(value) - MOST} more"] if len(value) > MOST else listed
