"""The client's part of a run: the SDK's own `Client` makes the script's calls, and gives up as the script says.

Giving up is a cancel of an AnyIO scope around the call, or a read timeout, or leaving. What that does to the
server is the SDK's.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import anyio
import mcp_types as types
from anyio import CancelScope
from mcp import Client, MCPError
from mcp_types import REQUEST_TIMEOUT

from .ask import ask
from .call import CALL, Call
from .connection import Connection
from .http import Http
from .loop import Loop
from .observe import Observation
from .program import Instance
from .serving import Serving
from .stdio import Stdio
from .trace import Trace
from .words import raised, the_one, told

Json = dict[str, Any]

INSTANT = 1e-9
"""Seconds; too short to be seen in a trace."""

STOPPED = "caller cancelled"


class Killed(Exception):
    """The server's process was killed with handlers still at work: nothing more happens."""


class Driver:
    def __init__(
        self,
        instance: Instance,
        transport: Json,
        trace: Trace,
        observation: Observation,
        loop: Loop,
    ) -> None:
        self.acts: list[Json] = []
        """As they were played, live ones included."""
        self.is_connected = False
        self.over_at: float | None = None
        """When all was over, in seconds since the run began. The client leaves after that, and that takes time too."""
        self._instance = instance
        self._transport = transport
        self._trace = trace
        self._observation = observation
        self._loop = loop
        self._calls: list[Call] = []
        self._taken = loop.create_future()
        """Done when there is a script."""
        self._connection = self._connect()
        self._serving = Serving(instance.server, trace, self._connection.wire, self._stir)
        self._scopes: dict[Call, CancelScope] = {}
        self._open: set[Call] = set()
        self._stopped: set[Call] = set()
        self._acts_left = 0
        self._client: Client
        self._began: float | None = None
        self._leaving = False
        self._left_calls: list[int | None] = []
        self._stirred = asyncio.Event()
        observation.stirred = self._stir_soon  # type: ignore[method-assign]

    def take(self, script: Json) -> None:
        """This is what is played as soon as there is a connection."""
        self.acts = [*script["acts"], *self.acts]
        self._calls = [
            Call.of_script(number, each) for number, each in enumerate(script["calls"], 1)
        ]
        self._open = set(self._calls)
        self._taken.set_result(None)

    async def play(self) -> None:
        """Connects, and stops the loop there if no script has been taken yet.

        :raises Killed: see there
        """
        async with (
            self._connection.serving(),
            anyio.create_task_group() as group,  # outside the client: a call may outlive it
        ):
            self._client = self._connection.client()
            async with self._client:
                self.is_connected = True
                if not self._taken.done():
                    self._loop.stop()
                    await self._taken
                self._begin(group.start_soon)
                await self._until(lambda: self._leaving or self._is_over())
                leaves_early = not self._is_over()
                if not leaves_early:
                    self._mark_over()
            if leaves_early:
                self._left()
            await self._until(self._is_over)
            self._mark_over()

    def perform(self, act: Json) -> None:
        """An act at this very moment. Before there is a connection it waits for the run's first moment."""
        now = {"at": self._trace.t, **act}
        self.acts.append(now)
        if self._began is not None:
            self._perform(now)

    # Beginning and end.

    def _connect(self) -> Connection:
        choice, server, trace = self._transport, self._instance.server, self._trace
        match choice["kind"]:
            case "stdio":
                return Stdio(choice, server, trace, self._server_ended)
            case "http":
                return Http(choice, server, trace, self._loop, self._stir)
            case _:
                return Connection(choice, server, trace)

    def _server_ended(self, error: BaseException | None) -> None:
        if error is not None:
            error = the_one(error)
            where = self._observation.where.origin_of(error)
            how = {"exc": type(error).__name__, "message": told(error)}
            if not isinstance(error, BaseExceptionGroup):
                how = raised(error)
            self._trace.tell("error", "server", where="server", **how, **where)
        self._stir()

    def _begin(self, start_soon: Callable[..., object]) -> None:
        self._began = self._trace.begin()
        self._scopes = {call: CancelScope() for call in self._calls}
        for act in self.acts:
            # An act at the moment of a call comes when the call has been made.
            later = INSTANT if any(call.at == act["at"] for call in self._calls) else 0.0
            self._acts_left += 1
            self._loop.call_at(self._began + act["at"] + later, self._perform_of_script, act)
        for call in self._calls:
            start_soon(self._make, call)

    def _is_over(self) -> bool:
        """Every call and every handler has ended, what they left behind too, and every act was performed."""
        return (
            not self._open
            and not self._serving.in_flight
            and self._connection.is_idle()
            and not self._acts_left
            and not self._observation.tasks
            and not self._observation.threads_at_work()
        )

    def _mark_over(self) -> None:
        if self.over_at is None:
            self.over_at = self._trace.t

    async def _until(self, done: Callable[[], bool]) -> None:
        while not done():
            self._stirred.clear()
            await self._stirred.wait()

    def _stir(self) -> None:
        """Something has ended: whoever waits for that looks again."""
        self._stirred.set()

    def _stir_soon(self) -> None:
        """As `_stir`, from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._stir)

    # Giving up.

    def _perform_of_script(self, act: Json) -> None:
        self._acts_left -= 1
        self._perform(act)
        self._stir()

    def _perform(self, act: Json) -> None:
        if act["do"] == "stop":
            self._stop(act["call"], act.get("reason") or STOPPED)
        elif not self._leaving:
            self._leave(goodbye=act["do"] == "disconnect")

    def _stop(self, number: int, reason: str) -> None:
        if not 1 <= number <= len(self._calls):
            return
        call = self._calls[number - 1]
        again = call in self._stopped
        self._trace.tell(
            "client.stop", "client", call=number, how="again" if again else "scope", reason=reason
        )
        self._stopped.add(call)
        if not again:
            self._scopes[call].cancel(reason)
        elif call.given_up and (id := self._connection.wire.id_of(call)) is not None:
            self._loop.create_task(self._cancel_again(id))

    async def _cancel_again(self, id: str) -> None:
        """A client cancels a call that it has given up already."""
        params = types.CancelledNotificationParams(request_id=int(id), reason="stopped again")
        await self._client.session.send_notification(types.CancelledNotification(params=params))

    def _leave(self, *, goodbye: bool) -> None:
        self._leaving = True
        self._connection.leave(goodbye=goodbye)
        for number in self._in_flight():
            self._trace.tell("client.close", "client", call=number)
        self._left_calls = self._in_flight()
        self._stir()

    def _in_flight(self) -> list[int | None]:
        return [call.number for call in self._calls if call in self._open] or [None]

    def _left(self) -> None:
        for number in self._left_calls:
            self._trace.tell("client.closed", "client", call=number)
        if self._connection.left(self._calls):
            self._trace.end()  # its handlers unwind, and that did not happen
            raise Killed

    # Calls.

    async def _make(self, call: Call) -> None:
        CALL.set(call)
        assert self._began is not None
        if call.at > 0:
            await anyio.sleep_until(self._began + call.at)
        sent = {
            "target": call.target,
            "method": call.method,
            "read_timeout_seconds": call.read_timeout_seconds,
        }
        self._trace.tell("call.sent", "client", call=call.number, **sent)
        try:
            if call.move_on_after is not None:
                self._scopes[call].deadline = anyio.current_time() + call.move_on_after
            with self._scopes[call]:
                await self._await_answer(call)
        finally:
            self._open.discard(call)
            self._stir()

    async def _await_answer(self, call: Call) -> None:
        try:
            text, is_error = await ask(self._client, call)
        except asyncio.CancelledError as error:
            call.given_up = True
            self._trace.tell("client.cancelled", "client", call=call.number, **raised(error))
            raise
        except Exception as error:
            call.given_up = True
            code = error.error.code if isinstance(error, MCPError) else None
            if code == REQUEST_TIMEOUT and not self._connection.sends_timeout:
                self._trace.tell(
                    "client.timeout", "client", call=call.number, after=call.read_timeout_seconds
                )
            self._trace.tell("client.error", "client", call=call.number, **raised(error), code=code)
        else:
            self._trace.tell(
                "client.result", "client", call=call.number, text=text, is_error=is_error or None
            )
