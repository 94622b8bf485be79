"""As `_thread._local`: attributes that each thread has of its own. Like it, and unlike the standard library's
version in Python, it takes no lock: what watches locks may keep its notes here.
"""

import itertools
from collections.abc import Callable
from typing import Any, Self

from .scheduler import Scheduler
from .stack import Stack

_keys = itertools.count()


class Shares:
    """One thread-local's attributes in each stack. They end with either."""

    __slots__ = ("_scheduler", "args", "key", "kwargs")

    def __init__(self, scheduler: Scheduler, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self._scheduler = scheduler
        self.args, self.kwargs = args, kwargs
        self.key = next(_keys)

    def __del__(self) -> None:
        for stack in (self._scheduler.main, *self._scheduler.stacks):
            stack.locals.pop(self.key, None)


def local_of(scheduler: Scheduler) -> type:
    """The class `threading.local` over this scheduler's stacks."""

    def enter(self: "Local", shares: Shares, stack: Stack) -> None:
        """Let `__dict__` be what the running stack has; in a stack that is new here, `__init__` makes it."""
        own = stack.locals.get(shares.key)
        if own is not None:
            set_own(self, "__dict__", own)
            return
        own = stack.locals[shares.key] = {}
        set_own(self, "__dict__", own)
        type(self).__init__(self, *shares.args, **shares.kwargs)
        set_own(self, "__dict__", own)  # another thread may have had its turn

    get_own: Callable[[Any, str], Any] = object.__getattribute__
    set_own: Callable[[Any, str, Any], None] = object.__setattr__
    del_own: Callable[[Any, str], None] = object.__delattr__

    class Local:
        __slots__ = ("__dict__", "__weakref__", "_shares")

        def __new__(cls, /, *args: Any, **kwargs: Any) -> Self:
            if (args or kwargs) and cls.__init__ is object.__init__:
                raise TypeError("Initialization arguments are not supported")
            self = object.__new__(cls)
            shares = Shares(scheduler, args, kwargs)
            set_own(self, "_shares", shares)
            # `__init__` follows by itself in the stack that makes it.
            scheduler.current.locals[shares.key] = {}
            return self

        def __getattribute__(self, name: str) -> Any:
            enter(self, get_own(self, "_shares"), scheduler.current)
            return get_own(self, name)

        def __setattr__(self, name: str, value: object) -> None:
            refuse_dict(self, name)
            enter(self, get_own(self, "_shares"), scheduler.current)
            set_own(self, name, value)

        def __delattr__(self, name: str) -> None:
            refuse_dict(self, name)
            enter(self, get_own(self, "_shares"), scheduler.current)
            del_own(self, name)

    def refuse_dict(self: Local, name: str) -> None:
        if name == "__dict__":
            raise AttributeError(
                f"{type(self).__name__!r} object attribute '__dict__' is read-only"
            )

    Local.__name__ = Local.__qualname__ = "_local"
    Local.__module__ = "_thread"
    return Local
