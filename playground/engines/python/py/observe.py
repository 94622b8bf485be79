"""Watches a program without touching it: what `sys.monitoring` says of it becomes events of the trace.

Local events are set on the program's own code. How errors travel is told by events of the whole interpreter,
which cannot be had for some code alone; they are rare, and others' are let go at once.
"""

import asyncio
import sys
from collections.abc import Callable, Mapping
from types import CodeType, FrameType
from typing import Any

from .activation import Activation
from .awaits import Awaits
from .blocks import Blocks
from .call import CALL, Call
from .plan import STAYS, Plan
from .stack import Stack
from .state import State
from .threads import scheduler
from .trace import Trace
from .watch import Watch
from .whereabouts import Whereabouts
from .words import name_of_task, outcome_of, raised, shown
from .work import Blocked, Work

monitoring = sys.monitoring
events = monitoring.events
DISABLE = monitoring.DISABLE

TOOL = 3
EVERYWHERE = (
    events.PY_THROW | events.PY_UNWIND | events.RAISE | events.RERAISE | events.EXCEPTION_HANDLED
)


def hear(hearers: Mapping[int, Callable[..., object] | None]) -> None:
    """From now on these are called at these events; None hears nothing."""
    for event, hearer in hearers.items():
        monitoring.register_callback(TOOL, event, hearer)


class Observation(Watch):
    def __init__(self, trace: Trace, plans: dict[int, Plan], module: str) -> None:
        """:param plans: by the `id` of the code; :param module: the program's name"""
        self.plans = plans
        self.handlers: set[int] = set()
        """The `id`s of the code of the server's handlers."""
        self.state = State({}, [])
        self.tasks: set[asyncio.Task[Any]] = set()
        """What handlers have started and has not ended."""
        self.where = Whereabouts(plans)
        self._trace = trace
        self._module = module
        self._acts: dict[Any, Activation] = {}
        """By their frames."""
        self._of_functions = {
            events.PY_START: self._start,
            events.PY_RETURN: self._return,
            events.PY_YIELD: self._yield,
            events.LINE: self._line,
            events.INSTRUCTION: self._instruction,
        }
        self._of_errors = {
            events.PY_THROW: self._throw,
            events.PY_UNWIND: self._unwind,
            events.RAISE: self._raise,
            events.RERAISE: self._reraise,
            events.EXCEPTION_HANDLED: self._handled,
        }
        """Heard of every function there is, of the SDK's too, and so only while one of the program's goes on."""
        self._awaits = Awaits(self._tell)
        self._blocks = Blocks(self._tell)
        self._work = Work(self._tell, self.where)
        self._blocked = Blocked(self.tell, self.where)

    def begin(self) -> None:
        hear(self._of_functions)
        scheduler.watch = self

    def end(self) -> None:
        hear(dict.fromkeys(self._of_functions | self._of_errors))
        scheduler.watch = Watch()
        self._acts.clear()
        self._work.roots.clear()

    def threads_at_work(self) -> bool:
        return bool(self._work.roots)

    def waiting(self) -> list[str]:
        """Which functions wait, and what for."""
        waits = [
            f"{act.plan.fn} ({act.waits.what})"
            for act in self._acts.values()
            if act.waits is not None
        ]
        return waits + [
            f"{act.plan.fn} ({act.work.f_code.co_name})"
            for act in self._work.roots.values()
            if act.work is not None
        ]

    def stirred(self) -> None:
        """Something that a handler started has ended. Replaced by whoever waits for that."""

    # What the interpreter tells of the program's functions.

    def _start(self, code: CodeType, offset: int) -> None:
        frame = sys._getframe(1)
        if not self._acts:
            hear(self._of_errors)
        act = self._acts[frame] = Activation(self.plans[id(code)], frame)
        self._awaits.tell_untold()
        call, stack = self.where.call(), scheduler.current
        if call is not None and not call.entered and id(code) in self.handlers:
            call.entered = True
            call.lane = self.where.lane()
            act.handles = call
            self._tell("handler.enter", act, target=call.target)
        if stack is not scheduler.main and stack not in self._work.roots:
            act.root = stack
            self._work.roots[stack] = act
            if call is not None and stack is not call.lane:
                name = self.where.names[stack] = call.name(act.plan.fn)
                self._tell("task.enter", act, name=name)

    def _return(self, code: CodeType, offset: int, value: object) -> None:
        if (act := self._forget(sys._getframe(1))) is not None:
            self._end(act, None, value)

    def _unwind(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) not in self.plans:
            return
        if (act := self._forget(sys._getframe(1))) is not None:
            self._awaits.raised(act, error)
            self._end(act, error)

    def _forget(self, frame: FrameType) -> Activation | None:
        act = self._acts.pop(frame, None)
        if not self._acts:
            hear(dict.fromkeys(self._of_errors))
        return act

    def _end(self, act: Activation, error: BaseException | None, value: object = None) -> None:
        self._work.end(act, error)
        self._blocks.left(act, error)
        self._settle(act)
        if (call := act.handles) is not None:
            call.entered = False
            how: dict[str, Any] = {"target": call.target, "outcome": outcome_of(error)}
            if error is None:
                how |= {"value": shown(value)}
            else:
                how |= {**raised(error), **self.where.origin_of(error)}
            self._tell("handler.exit", act, **how)
        if act.root is not None:
            del self._work.roots[act.root]
            if (name := self.where.names.pop(act.root, None)) is not None:
                how = {"name": name, "outcome": outcome_of(error), **raised(error)}
                self._tell("task.exit", act, task=name, **how)
            self.stirred()

    def _instruction(self, code: CodeType, offset: int) -> object:
        step = self.plans[id(code)].steps.get(offset)
        if step is None:
            return DISABLE
        if (act := self._acts.get(sys._getframe(1))) is not None:
            if step.block is not STAYS:
                self._blocks.move(act, step.block)  # type: ignore[arg-type]
            if step.closes:
                self._awaits.closed(act)
            elif step.opens is not None:
                self._awaits.opened(act, step.opens)
        return None

    def _yield(self, code: CodeType, offset: int, value: object) -> None:
        self._awaits.tell_untold()

    def _throw(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._awaits.may_raise(act, error)

    def _raise(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._awaits.may_raise(act, error)
            self._work.end(act, error)

    def _reraise(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._blocks.reraised(act, error)

    def _handled(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._blocks.handled(act, offset, error)

    def _line(self, code: CodeType, line: int) -> None:
        if (act := self._acts.get(sys._getframe(1))) is not None:
            self._settle(act)
            self._work.end(act, None)
            act.line = line

    # What the scheduler tells (Watch).

    def started(self, stack: Stack) -> None:
        stack.owner = self.where.call()

    def refused(self, why: str) -> None:
        self.tell("error", where="engine", message=why)

    def parking(self, stack: Stack) -> None:
        if stack is scheduler.main:
            self._blocked.parking()
        else:
            self._work.parking(stack)

    def resumed(self, stack: Stack) -> None:
        if stack is scheduler.main:
            self._blocked.freed()

    def computing(self, stack: Stack, seconds: float) -> None:
        if stack is scheduler.main:
            self._blocked.computing(seconds)
        else:
            self._work.computing(stack)

    def rested(self, stack: Stack) -> None:
        if stack is scheduler.main:
            self._blocked.freed()

    def turning(self) -> None:
        self._trace.flush_if_due()

    def idle(self) -> None:
        self._trace.flush()

    # What others tell.

    def tell(self, kind: str, **detail: Any) -> None:
        """Something happens in the program's innermost function."""
        self._settle(None)
        who, place = self.where.place()
        self._trace.tell(kind, who, **place | self.where.here() | detail)

    def print(self, stream: str, text: str) -> None:
        self._settle(None)
        who, place = self.where.place()
        self._trace.output(stream, text, who, **place, **self.where.here())

    def task_started(self, task: asyncio.Task[Any]) -> None:
        """An asyncio task is made; it is the handler's, where the program's own code makes it."""
        call = CALL.get()
        if call is None or self.where.frame_of(sys._getframe(1)) is None:
            return
        name = self.where.names[task] = call.name(name_of_task(task, self._module))
        self.tasks.add(task)
        self._trace.tell("task.enter", "tool", call=call.number, task=name, name=name)
        task.add_done_callback(lambda task: self._task_ended(task, call, name))

    def _task_ended(self, task: asyncio.Task[Any], call: Call, name: str) -> None:
        self.tasks.discard(task)
        self.where.names.pop(task, None)
        # Not by `exception()`: whoever asks for an error has taken it, and it is not reported any more.
        error: BaseException | None = task._exception  # type: ignore[attr-defined]
        if task.cancelled():
            try:
                task.result()
            except asyncio.CancelledError as cancelled:
                error = cancelled
        self._settle(None)
        how = {"name": name, "outcome": outcome_of(error), **raised(error)}
        self._trace.tell("task.exit", "tool", call=call.number, task=name, **how)
        self.stirred()

    # Telling.

    def _tell(self, kind: str, act: Activation, **detail: Any) -> None:
        self._settle(act)
        who, place = self.where.place()
        where = {"fn": act.plan.fn, "line": act.frame.f_lineno}
        self._trace.tell(kind, who, **place | where | detail)

    def _settle(self, act: Activation | None) -> None:
        """Tell of a watched value that has changed since the last look."""
        if self.state.changed():
            where = self.where.here() if act is None else {"fn": act.plan.fn, "line": act.line}
            _, place = self.where.place()
            self._trace.tell("state", "server", **place | where, values=self.state.values)
