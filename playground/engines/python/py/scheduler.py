"""Who runs: one Python stack at a time, and in order.

The event loop has a stack, and every thread has one: JavaScript Promise Integration lets Python be entered on
a stack of its own, which `run_sync` suspends and a promise resumes. A stack runs until it *parks*: then the
next one that is ready gets its turn. When none is ready, the virtual clock jumps to the next timer and the
real one waits for it. So the order in which stacks run is this queue's and no browser's.

Everything else is made of `park` and `wake`: locks, joins, sleeps, and an event loop's wait for its next timer.
"""

import asyncio
import itertools
from asyncio import events, tasks
from collections import deque
from collections.abc import Callable

from pyodide.ffi import create_proxy, run_sync

from . import collector
from .alarms import Alarms
from .clock import Clock, RealClock, real_perf_counter
from .host import Host
from .stack import Stack
from .watch import Watch

SLICE = 0.005
"""Seconds that a stack may compute before others have their turn, as sys.getswitchinterval() on CPython."""

FRAME = 0.016
"""Seconds after which the host is due a turn. The page shows and asks no more often, and a turn costs Python's
way out of WebAssembly and back: as much as a tenth of a short run."""


class Deadlock(BaseException):
    """Everything waits, and no timer is set: on a virtual clock nothing can ever happen again."""


class Scheduler:
    def __init__(self, main: int) -> None:
        self.main = Stack(main)
        self.current = self.main
        self.clock: Clock = RealClock()
        self.watch = Watch()
        self.deadlock: Deadlock | None = None
        self.stacks: set[Stack] = set()  # threads that have begun and not ended
        self.switches = False  # whether stacks can be switched at all
        self.resumed_at = 0.0  # real time at which the running stack began or went on to compute
        self._host: Host
        self._ready: deque[Stack] = deque()
        self._alarms = Alarms()
        self._count = itertools.count(1)
        self._turned = 0.0
        self._due = False  # the host is to have its turn before it is due
        self._entered = 0.0  # real time at which the running stack got its turn
        self._by_program = False  # what was computed last was the program's own
        self._idle = False
        self._outer: asyncio.AbstractEventLoop | None = None

    # A run.

    def begin(self, host: Host, clock: Clock, *, switches: bool) -> None:
        """Let the stack that calls this be the main one, until `end`."""
        self._host, self.clock, self.switches = host, clock, switches
        self.current = self.main
        self.main.killed = False
        self.deadlock = None
        self._due = False
        self.go_on()

    def pause(self) -> None:
        """The main stack comes to its end, and the run goes on later, on another. No thread may be left."""
        events._set_running_loop(self._outer)

    def go_on(self) -> None:
        self._outer = events._get_running_loop()
        events._set_running_loop(None)
        self._turned = self._entered = self.resumed_at = real_perf_counter()

    def end(self) -> None:
        """Unwind the threads that are left and forget the rest. Called on the main stack."""
        self.give_turn()  # those that were told to end do it by themselves
        for _ in range(KILLS):
            if not self.stacks:
                break
            for stack in self.stacks:
                stack.killed = True
                self.wake(stack)
            self.give_turn()
        self._ready.clear()
        self._alarms.clear()
        self.stacks.clear()
        self.watch = Watch()
        self.switches = False
        events._set_running_loop(self._outer)

    def start(self, body: Callable[[], None]) -> Stack:
        """A new stack that calls `body` when its turn comes.

        :raises RuntimeError: where stacks cannot be switched, as CPython does where it has no thread left
        """
        if not self.switches:
            self.watch.refused(NO_THREADS)
            raise RuntimeError(NO_THREADS)
        stack = Stack(self.main.ident + next(self._count) * 8)
        self.watch.started(stack)

        def run() -> None:
            self._enter(stack)
            try:
                if not stack.killed:
                    body()
            finally:
                self.stacks.discard(stack)
                self._leave(stack)
                following, turn = self._following(stack)
                self.current = self.main
                self._host.release(following.ident, turn)

        self.stacks.add(stack)
        self._host.start(stack.ident, create_proxy(run))
        self._ready.append(stack)
        return stack

    # Waiting.

    def park(self, seconds: float | None = None, *, inside: bool = True) -> bool:
        """Suspend the running stack until somebody wakes it, or for so many seconds; True if it was woken.

        `inside`: in the middle of what it does, as against an event loop with nothing to do.
        """
        return self.park_until(
            None if seconds is None else self.clock.now() + seconds, inside=inside
        )

    def park_until(
        self, when: float | None, *, inside: bool = True, upkeep: bool = False
    ) -> bool:
        """As `park`, until a time. `upkeep`: what comes then is no reason for virtual time to go on."""
        me = self.current
        if me.killed:
            raise SystemExit(KILLED)
        if not self.switches:
            return self._wait_here(when)
        self.rest()
        if inside:
            self.watch.parking(me)
        me.parked, me.woken, me.upkeep = True, False, upkeep
        me.waits += 1
        if when is not None:
            self._alarms.set(when, me)
        self._pass_on(me)
        if inside:
            self.watch.resumed(me)
        return me.woken

    def wake(self, stack: Stack) -> None:
        """End a stack's wait. May be called from anywhere, from JavaScript too."""
        if not stack.parked:
            return
        stack.parked, stack.woken = False, True
        self._ready.append(stack)
        if self._idle:
            self._host.stir()

    def give_turn(self) -> None:
        """Let every stack that is ready run before this one goes on; the host too, where it is due a turn."""
        if self.switches and (self._ready or self._is_due()):
            self._ready.append(self.current)
            self._pass_on(self.current)

    def between_rounds(self) -> None:
        """An event loop has more to do: the others have their turn first.

        Unless all of them compute without an end, and its own slice is not over: with much to do in a few rounds,
        it would wait a slice in each of them.
        """
        self.rest()
        now = self.resumed_at
        if now - self._turned < FRAME and (
            not self._ready
            or (now - self._entered < SLICE and all(stack.computed for stack in self._ready))
        ):
            return
        self.give_turn()

    def rest(self) -> None:
        """The running stack has nothing to compute."""
        self.resumed_at = real_perf_counter()
        if self.current.computed:
            self.current.computed = 0.0
            self.watch.rested(self.current)

    def give_way(self) -> None:
        """The running stack computes without an end in sight: first the host, then whoever is ready."""
        me = self.current
        # A finalizer may run anywhere, in the midst of passing on too.
        if not self.switches or me.parked or me in self._ready:
            return
        self._by_program = True
        self.current.computed += SLICE
        self.watch.computing(self.current, self.current.computed)
        self._due = True
        self._ready.append(self.current)
        self._pass_on(self.current)

    # Passing on.

    def _pass_on(self, me: Stack) -> None:
        following, turn = self._following(me)
        if following is not me:
            self._leave(me)
            run_sync(self._host.hand(me.ident, following.ident, turn))
            self._enter(me)
        elif turn:
            self._leave(me)
            run_sync(self._host.turn())
            self._enter(me)
        if me.killed:
            raise SystemExit(KILLED)
        if me is self.main and self.deadlock is not None:
            raise self.deadlock

    def _following(self, me: Stack) -> tuple[Stack, bool]:
        """Who runs next, and whether the host has its turn before; waits here where nobody is ready."""
        while True:
            self._ring()
            if self._ready:
                return self._ready.popleft(), self._take_due()
            when = self._alarms.next()
            if self.clock.kind == "virtual":
                if when is None or self._alarms.only_upkeep():
                    self.deadlock = Deadlock()
                    self.main.parked = False
                    self._ready.append(self.main)
                else:
                    self.clock.jump(when)
                continue
            self._idle = True
            self.watch.idle()
            self._leave(me)
            seconds = None if when is None else max(0.0, when - self.clock.now())
            run_sync(self._host.idle(seconds))
            self._enter(me)
            self._idle = False
            self._turned = real_perf_counter()

    def _ring(self) -> None:
        """Stacks whose time has come are ready."""
        while (when := self._alarms.next()) is not None and when <= self.clock.now():
            stack = self._alarms.take()
            stack.parked = False
            self._ready.append(stack)

    def _is_due(self) -> bool:
        """The host is due its turn."""
        return self._due or real_perf_counter() - self._turned >= FRAME

    def _take_due(self) -> bool:
        """As `_is_due`; where it is, the host gets its turn now."""
        if not self._is_due():
            return False
        now = real_perf_counter()
        # A slice that the program used up may have begun with something else.
        spent, by_program = now - self._turned, self._by_program
        self.clock.spend(min(spent, 2 * SLICE) if by_program else spent, by_program=by_program)
        self._by_program = self._due = False
        self._turned = now
        self.watch.turning()
        collector.in_between()
        return True

    def _wait_here(self, when: float | None) -> bool:
        """Without other stacks, a wait can only be waited out."""
        if when is None:
            raise RuntimeError(NO_THREADS)
        if self.clock.kind == "virtual":
            self.clock.jump(when)
        else:
            while self.clock.now() < when:
                pass
        return False

    # What belongs to the running stack and not to the interpreter.

    def _leave(self, me: Stack) -> None:
        me.loop = events._get_running_loop()
        if me.loop is not None:
            me.task = tasks._swap_current_task(me.loop, None)  # type: ignore[attr-defined]
        events._set_running_loop(self._outer)
        self.current = self.main

    def _enter(self, me: Stack) -> None:
        events._set_running_loop(me.loop)
        if me.loop is not None:
            tasks._swap_current_task(me.loop, me.task)  # type: ignore[attr-defined]
            me.loop = me.task = None
        self.current = me
        self.resumed_at = self._entered = real_perf_counter()


KILLED = "the run is over"
"""Thrown at a stack, so that it unwinds: a thread ends by SystemExit without a word."""

KILLS = 20
"""Rounds in which threads are told to end. One that catches everything may outlive a few, and is left then."""

NO_THREADS = (
    "can't start new thread: this browser lacks JavaScript Promise Integration, which threads need here; "
    "an async tool runs, and the recording and the TypeScript version show this one"
)
