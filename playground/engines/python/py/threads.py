"""Python threads as stacks of the scheduler, put under the primitives of `_thread`.

Pyodide has no threads. With these primitives replaced, the standard library does the rest: `threading`,
`queue`, `concurrent.futures`, `asyncio.to_thread` and AnyIO's worker threads run unmodified. What the standard
library has in C and blocks there (SimpleQueue, RLock) gives way to its own versions in Python.
"""

import _thread
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from types import ModuleType
from typing import Any

from .local import local_of
from .scheduler import Scheduler
from .stack import Stack

scheduler = Scheduler(_thread.get_ident())
local = local_of(scheduler)


class Lock:
    """As `_thread.lock`. Whoever releases it hands it to the one that has waited longest."""

    __slots__ = ("__weakref__", "_locked", "_waiters")

    def __init__(self) -> None:
        self._locked = False
        self._waiters: deque[Stack] = deque()

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        if not self._locked:
            self._locked = True
            return True
        if not blocking or timeout == 0:
            return False
        me = scheduler.current
        self._waiters.append(me)
        try:
            scheduler.park(None if timeout == -1 else timeout)
        except BaseException:
            if not self._give_up(me):
                self.release()
            raise
        return not self._give_up(me)

    def _give_up(self, me: Stack) -> bool:
        """Stop waiting; False where the lock has been handed over already."""
        if me not in self._waiters:
            return False
        self._waiters.remove(me)
        return True

    def release(self) -> None:
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        if self._waiters:
            scheduler.wake(self._waiters.popleft())
        else:
            self._locked = False

    def locked(self) -> bool:
        return self._locked

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *exc: object) -> None:
        self.release()

    acquire_lock, release_lock, locked_lock = acquire, release, locked

    def _at_fork_reinit(self) -> None:
        self.__init__()  # type: ignore[misc]

    def __repr__(self) -> str:
        state = "locked" if self._locked else "unlocked"
        return f"<{state} _thread.lock object at {id(self):#x}>"


class Handle:
    """As `_thread._ThreadHandle`: what joins a thread."""

    def __init__(self) -> None:
        self.ident = 0
        self._done = False
        self._joiners: list[Stack] = []

    def is_done(self) -> bool:
        return self._done

    def _set_done(self) -> None:
        self._done = True
        for stack in self._joiners:
            scheduler.wake(stack)
        self._joiners.clear()

    def join(self, timeout: float | None = None) -> None:
        if self.ident == scheduler.current.ident:
            raise RuntimeError("Cannot join current thread")
        if timeout is not None and timeout < 0:
            timeout = None
        if not self._done:
            self._joiners.append(scheduler.current)
            scheduler.park(timeout)


def start_joinable_thread(
    function: Callable[[], object], handle: Handle | None = None, daemon: bool = True
) -> Handle:
    """As `_thread.start_joinable_thread`.

    :raises RuntimeError: where this browser cannot switch stacks
    """
    joined = handle or Handle()

    def body() -> None:
        try:
            function()
        except SystemExit:
            pass
        finally:
            joined._set_done()

    joined.ident = scheduler.start(body).ident
    # Thread.start() waits until its thread has begun. It has: nothing can come between now and its first turn.
    thread = getattr(function, "__self__", None)
    if isinstance(thread, threading.Thread):
        thread._ident = joined.ident  # type: ignore[attr-defined]
        thread._started.set()  # type: ignore[attr-defined]
    return joined


def start_new_thread(
    function: Callable[..., object], args: tuple[Any, ...], kwargs: dict[str, Any] | None = None
) -> int:
    """As `_thread.start_new_thread`."""
    return start_joinable_thread(lambda: function(*args, **kwargs or {})).ident


def get_ident() -> int:
    return scheduler.current.ident


def sleep(seconds: float) -> None:
    """As `time.sleep`: the stack that calls it waits, an event loop's with all of its tasks."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if seconds == 0:
        scheduler.give_turn()
    else:
        scheduler.park(seconds)


def install() -> None:
    """Put all this under the standard library. To be called before anything makes a lock or a thread-local."""
    replace(time, sleep=sleep)
    replace(
        _thread,
        get_ident=get_ident,
        allocate_lock=Lock,
        lock=Lock,
        LockType=Lock,
        start_new_thread=start_new_thread,
        start_new=start_new_thread,
        start_joinable_thread=start_joinable_thread,
        _ThreadHandle=Handle,
        _local=local,
    )
    replace(
        threading,
        get_ident=get_ident,
        Lock=Lock,
        _allocate_lock=Lock,
        _CRLock=None,
        RLock=threading._PyRLock,  # type: ignore[attr-defined]
        _start_joinable_thread=start_joinable_thread,
        _ThreadHandle=Handle,
        local=local,
    )
    replace(queue, SimpleQueue=queue._PySimpleQueue)  # type: ignore[attr-defined]


def replace(module: ModuleType, **names: Any) -> None:
    for name, value in names.items():
        setattr(module, name, value)
