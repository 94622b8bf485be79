"""One run: a clock, a loop, a fresh module and the script against it; and afterwards nothing is left of it."""

import asyncio
import sys
import threading
from asyncio import events
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Literal, Self

from pyodide.ffi import can_run_sync

from . import clock, output, scopes
from .driver import Driver, Json, Killed
from .loop import Loop, Policy
from .observe import Observation
from .program import MODULE, LoadError, Program, handlers_of, own_traceback, run_module
from .scheduler import Deadlock, Host
from .state import State
from .threads import scheduler
from .trace import Trace
from .words import raised

ROUNDS = 10
"""Of cancelling what is left when a run has ended. What outlives them all is let go."""


class Run:
    """To be entered on the stack that it is played on."""

    def __init__(
        self,
        host: Host,
        clock_kind: Literal["real", "virtual"],
        deliver: Callable[[str], object],
        program: Program,
        *,
        traced: bool = True,
    ) -> None:
        self.program = program
        self.driver: Driver | None = None
        self.loop: Loop | None = None
        self._host = host
        self._clock = clock.RealClock() if clock_kind == "real" else clock.VirtualClock()
        self.trace = Trace(self._clock, deliver)
        self._observation = Observation(self.trace, program.plans, MODULE)
        self._traced = traced
        self._around = ExitStack()
        self._acts: list[Json] = []
        """What was asked for before there was a client."""

    def __enter__(self) -> Self:
        scheduler.begin(self._host, self._clock, switches=can_run_sync())
        clock.show(self._clock)
        self._policy = events._get_event_loop_policy()  # type: ignore[attr-defined]
        events._set_event_loop_policy(Policy())  # type: ignore[attr-defined]
        self._excepthook, threading.excepthook = threading.excepthook, self._thread_failed
        self._around.enter_context(output.told_to(self._observation))
        if self._traced:
            self._observation.begin()
            scopes.observe(self._observation)
        self.loop = Loop()
        self.loop.set_exception_handler(self._task_failed)
        if self._traced:
            self.loop.on_task = self._observation.task_started
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._around.close()
        self.trace.end()
        self._observation.end()
        scopes.observe(None)
        self._unwind()
        scheduler.end()
        clock.show(None)
        threading.excepthook = self._excepthook
        events._set_event_loop_policy(self._policy)  # type: ignore[attr-defined]
        sys.modules.pop(MODULE, None)

    # Playing.

    def play(self, script: Json) -> Json:
        """The script's run from its beginning to its end, as `RunEnd`."""
        assert self.loop is not None
        try:
            self.prepare(script)
            assert self.driver is not None
            self.loop.run_until_complete(self.driver.play())
        except BaseException as error:
            return self.failed(script, error)
        return self.ended(script)

    def begin(self, script: Json) -> Json | None:
        """Where stacks cannot be switched: begin to play; then comes `step`, again and again. Its end, if it is over."""
        assert self.loop is not None
        self._script = script
        try:
            self.prepare(script)
            assert self.driver is not None
            self._main = self.loop.create_task(self.driver.play())
        except BaseException as error:
            return self.failed(script, error)
        return None

    def step(self) -> Json:
        """The run's end; or `wait`, the seconds until the next step, null until something is asked of it."""
        assert self.loop is not None
        try:
            wait = self.loop.step()
            if not self._main.done():
                return {"wait": wait}
            self._main.result()
        except BaseException as error:
            return {"end": self.failed(self._script, error)}
        return {"end": self.ended(self._script)}

    def act(self, act: Json) -> None:
        """An act at this very moment; before the program's module has run there is nobody who could act."""
        if self.loop is not None and self.driver is not None:
            self.loop.call_soon_threadsafe(self.driver.perform, act)
        else:
            self._acts.append(act)

    def prepare(self, script: Json) -> None:
        """Run the program's module. It has no loop yet, as on CPython."""
        instance = run_module(self.program)
        self._observation.handlers = handlers_of(instance.server, self.program)
        self._observation.state = State(instance.module.__dict__, self.program.names)
        self.driver = Driver(instance, script, self.trace, self._observation, self.loop)
        for act in self._acts:
            self.driver.perform(act)

    def ended(self, script: Json, outcome: str = "ended", message: str | None = None) -> Json:
        acts = script["acts"] if self.driver is None else self.driver.acts
        end = {"outcome": outcome, "t": self.trace.t, "script": {**script, "acts": acts}}
        return end if message is None else {**end, "message": message}

    def failed(self, script: Json, error: BaseException) -> Json:
        error = the_one(error)
        if isinstance(error, Killed):
            return self.ended(script)
        if isinstance(error, Deadlock):
            return self.ended(script, "deadlocked", f"every task waits and no timer is set: {self._waiting()}")
        self._tell("load" if self.driver is None else "run", error)
        message = str(error) if isinstance(error, LoadError) else f"{type(error).__name__}: {error}"
        return self.ended(script, "failed", message)

    def _waiting(self) -> str:
        waits = self._observation.waiting()
        return ", ".join(waits) if waits else "the server"

    # What nobody took.

    def _tell(self, where: str, error: BaseException) -> None:
        if isinstance(error, asyncio.CancelledError):
            return
        place = self._observation.origin_of(error)
        self.trace.tell("error", "server", where=where, **raised(error), **place)

    def _task_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self._tell("run", error)
            print(own_traceback(error), file=sys.stderr)

    def _thread_failed(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and args.exc_type is not SystemExit:
            self._tell("run", args.exc_value)
            print(own_traceback(args.exc_value), file=sys.stderr)

    # Afterwards.

    def _unwind(self) -> None:
        """End the tasks that are left, so that nothing of them stays in memory. What they do is no part of the run."""
        assert self.loop is not None
        loop, scheduler.deadlock = self.loop, None
        loop.set_exception_handler(lambda loop, context: None)
        loop.on_task = None
        for _ in range(ROUNDS):
            left = [task for task in asyncio.all_tasks(loop) if not task.done()]
            if not left:
                break
            for task in left:
                task.cancel()
            loop.call_soon(loop.stop)
            loop.run_forever()
        loop.close()


def the_one(error: BaseException) -> BaseException:
    """Of a group of one, that one: task groups wrap whatever ends them."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
