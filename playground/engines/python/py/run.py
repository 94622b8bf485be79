"""One run: a script is played against a fresh instance of a program, and all that happens is told."""

import asyncio
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Literal

from . import output, scopes
from .diagnostics import own_traceback
from .driver import Driver, Json, Killed
from .observe import Observation
from .program import MODULE, LoadError, Program, handlers_of, run_module
from .host import Host
from .scheduler import Deadlock
from .session import Session
from .state import State
from .threads import scheduler
from .trace import Trace
from .words import raised, the_one, told


class Run:
    def __init__(
        self,
        host: Host,
        program: Program,
        transport: Json,
        clock_kind: Literal["real", "virtual"],
        *,
        traced: bool = True,
    ) -> None:
        self._program = program
        self._transport = transport
        self._traced = traced
        self._session = Session(host, clock_kind)
        self._trace = Trace(self._session.clock)
        self._observation = Observation(self._trace, program.plans, MODULE)
        self._script: Json
        self._driver: Driver | None = None
        self._main: asyncio.Task[None] | None = None
        self._around: ExitStack | None = None
        self._acts: list[Json] = []
        """What was asked for before there was a client."""

    def take(self, script: Json, deliver: Callable[[str], object]) -> None:
        """This script is what is played; all that happens goes to `deliver`."""
        self._script, self._trace.deliver = script, deliver

    def get_ready(self) -> bool:
        """Come to the first moment without a script: the client is connected. Later comes `play`, or `drop`.

        Returns False where that cannot be; then this run is over, and untold. To be called on a stack of its own.
        """
        try:
            self._connect()
            if not scheduler.stacks:
                scheduler.pause()
                return True
        except BaseException:
            pass  # it will happen again in a run that is told
        self._exit()
        return False

    def drop(self) -> None:
        """It was ready in vain."""
        scheduler.go_on()
        self._exit()

    def play(self) -> Json:
        """The run to its end, as `RunEnd`. To be called on a stack of its own."""
        try:
            if self._driver is None:
                self._connect()
            else:
                scheduler.go_on()
            assert self._driver is not None and self._main is not None
            self._driver.take(self._script)
            self._session.loop.run_forever()
            self._expect(self._main.done())
            self._main.result()
            return self._ended()
        except BaseException as error:
            return self._failed(error)
        finally:
            self._exit()

    def _connect(self) -> None:
        self._enter()
        self._start()
        self._session.loop.run_forever()
        assert self._driver is not None and self._main is not None
        if self._main.done():
            self._main.result()
        self._expect(self._driver.is_connected)

    @staticmethod
    def _expect(done: bool) -> None:
        if not done:
            raise RuntimeError("Event loop stopped before Future completed.")

    def step(self) -> Json:
        """Where stacks cannot be switched: go on for a moment.

        Returns `{"wait": …}`, the seconds until the next step or null until something is asked of the run;
        or `{"end": RunEnd}`.
        """
        try:
            if self._around is None:
                self._enter()
                self._start().take(self._script)
            wait = self._session.loop.step()
            if self._main is not None and not self._main.done():
                if wait != 0:
                    self._trace.flush()
                return {"wait": wait}
            if self._main is not None:
                self._main.result()
            end = self._ended()
        except BaseException as error:
            end = self._failed(error)
        self._exit()
        return {"end": end}

    def act(self, act: Json) -> None:
        """An act at this very moment; where there is no client yet, at the run's first."""
        if self._driver is None:
            self._acts.append(act)
        else:
            self._session.loop.call_soon_threadsafe(self._driver.perform, act)

    # Beginning and end.

    def _enter(self) -> None:
        self._around = around = ExitStack()
        self._excepthook, threading.excepthook = threading.excepthook, self._thread_failed
        session = around.enter_context(self._session)
        session.loop.set_exception_handler(self._task_failed)
        around.enter_context(output.told_to(self._observation))
        if self._traced:
            self._observation.begin()
            scopes.observe(self._observation)
            session.loop.on_task = self._observation.task_started

    def _start(self) -> Driver:
        """Run the program's module, which has no loop yet, as on CPython; then there is something to drive."""
        instance = run_module(self._program)
        self._observation.handlers = handlers_of(instance.server, self._program)
        self._observation.state = State(instance.module.__dict__, self._program.names)
        loop = self._session.loop
        self._driver = driver = Driver(
            instance, self._transport, self._trace, self._observation, loop
        )
        for act in self._acts:
            driver.perform(act)
        self._main = loop.create_task(driver.play())
        self._main.add_done_callback(lambda _: loop.stop())
        return driver

    def _exit(self) -> None:
        """What happens from here on is no part of the run."""
        assert self._around is not None
        self._trace.end()
        self._observation.end()
        scopes.observe(None)
        self._around.close()
        threading.excepthook = self._excepthook

    def _ended(self, outcome: str = "ended", message: str | None = None) -> Json:
        driver = self._driver
        acts = self._script["acts"] if driver is None or not driver.is_connected else driver.acts
        t = self._trace.t if driver is None or driver.over_at is None else driver.over_at
        end = {"outcome": outcome, "t": t, "script": {**self._script, "acts": acts}}
        return end if message is None else {**end, "message": message}

    def _failed(self, error: BaseException) -> Json:
        error = the_one(error)
        if isinstance(error, Killed):
            return self._ended()
        if isinstance(error, Deadlock):
            waits = ", ".join(self._observation.waiting()) or "the server"
            return self._ended("deadlocked", f"every task waits and no timer is set: {waits}")
        self._tell("load" if self._driver is None else "run", error)
        if isinstance(error, LoadError):
            return self._ended("failed", str(error))
        return self._ended("failed", told(error))

    # What nobody took.

    def _tell(self, where: str, error: BaseException) -> None:
        if isinstance(error, asyncio.CancelledError):
            return
        place = self._observation.where.origin_of(error)
        self._trace.tell("error", "server", where=where, **raised(error), **place)

    def _task_failed(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self._tell("run", error)
            print(own_traceback(error), file=sys.stderr)

    def _thread_failed(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and args.exc_type is not SystemExit:
            self._tell("run", args.exc_value)
            print(own_traceback(args.exc_value), file=sys.stderr)

