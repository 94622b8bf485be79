"""Watches a program without touching it: what `sys.monitoring` says of it becomes events of the trace.

Local events are set on the program's own code. How errors travel is told by events of the whole interpreter,
which cannot be had for some code alone; they are rare, and others' are let go at once.

The trace names every await of the program that is open, the blocks of `try` from the syntax tree, what its
scopes do (scopes.py), its threads' units of work and what is printed, each with its function and line.
"""

import asyncio
import sys
from asyncio import CancelledError, Task
from types import CodeType, FrameType
from typing import Any

from .call import CALL, Call
from .plan import STAYS, Plan
from .preempt import is_preempting
from .scheduler import Stack, Watch
from .state import State
from .syntax import Block, Site
from .threads import scheduler
from .trace import Trace, Who
from .words import name_of_task, outcome_of, raised, reason_of, shown

monitoring = sys.monitoring
events = monitoring.events
DISABLE = monitoring.DISABLE

TOOL = 3
EVERYWHERE = events.PY_THROW | events.PY_UNWIND | events.RAISE | events.RERAISE | events.EXCEPTION_HANDLED

LONG = 0.1
"""Seconds of computing without a wait that are worth telling: shorter ones are up to the machine."""

Lane = Task[Any] | Stack | None
"""Where something happens: a task, or a thread by its stack."""


class Activation:
    """One call of a function of the program, from its start to its end."""

    __slots__ = ("plan", "frame", "blocks", "waits", "untold", "caught", "line", "handles", "root", "work", "slices")

    def __init__(self, plan: Plan, frame: FrameType) -> None:
        self.plan = plan
        self.frame = frame
        self.blocks: list[tuple[Block, BaseException | None]] = []
        """The blocks it is in, outermost first; a `finally` with the error that led into it."""
        self.waits: Site | None = None
        self.untold = False
        """Whether it has not been told yet that it waits."""
        self.caught: BaseException | None = None
        self.line = frame.f_lineno
        self.handles: Call | None = None
        self.root: Stack | None = None
        """The thread that it is the outermost function of."""
        self.work: FrameType | None = None
        """The call that a thread's outermost function spends time in, by its frame."""
        self.slices: FrameType | None = None
        """A call that has used up one slice of computing."""


class Observation(Watch):
    def __init__(self, trace: Trace, plans: dict[int, Plan], module: str) -> None:
        """:param plans: by the `id` of the code; :param module: the program's name"""
        self.trace = trace
        self.plans = plans
        self.handlers: set[int] = set()
        """The `id`s of the code of the server's handlers."""
        self.state = State({}, [])
        self.tasks: set[Task[Any]] = set()
        """What handlers have started and has not ended."""
        self._module = module
        self._acts: dict[FrameType, Activation] = {}
        self._untold: list[Activation] = []
        self._roots: dict[Stack, Activation] = {}
        self._names: dict[Lane, str] = {}
        self._blocked: str | None = None

    # Beginning and end.

    def begin(self) -> None:
        for event, hear in self._hearers().items():
            monitoring.register_callback(TOOL, event, hear)
        scheduler.watch = self

    def end(self) -> None:
        for event in self._hearers():
            monitoring.register_callback(TOOL, event, None)
        scheduler.watch = Watch()
        self._acts.clear()
        self._roots.clear()

    def _hearers(self) -> dict[int, Any]:
        return {
            events.PY_START: self._start,
            events.PY_RETURN: self._return,
            events.PY_YIELD: self._yield,
            events.LINE: self._line,
            events.INSTRUCTION: self._instruction,
            events.PY_THROW: self._throw,
            events.PY_UNWIND: self._unwind,
            events.RAISE: self._raise,
            events.RERAISE: self._reraise,
            events.EXCEPTION_HANDLED: self._handled,
        }

    def waiting(self) -> list[str]:
        """Which handlers wait, and what for."""
        waits = {}
        for act in self._acts.values():
            if act.waits is not None:
                waits[act.frame] = f"{act.plan.fn} ({act.waits.what})"
        return list(waits.values())

    def threads_at_work(self) -> bool:
        return bool(self._roots)

    # Functions.

    def _start(self, code: CodeType, offset: int) -> None:
        frame = sys._getframe(1)
        act = self._acts[frame] = Activation(self.plans[id(code)], frame)
        if self._untold:
            self._tell_untold()
        stack = scheduler.current
        call = self._call()
        if call is not None and not call.entered and id(code) in self.handlers:
            call.entered = True
            call.lane = self._lane()
            act.handles = call
            self._tell("handler.enter", act, target=call.target)
        if stack is not scheduler.main and stack not in self._roots:
            act.root = stack
            self._roots[stack] = act
            if call is not None and stack is not call.lane:
                self._names[stack] = self._unique(call, act.plan.fn)
                self._tell("task.enter", act, name=self._names[stack])

    def _return(self, code: CodeType, offset: int, value: object) -> None:
        if (act := self._acts.pop(sys._getframe(1), None)) is not None:
            self._leave(act, None, value)

    def _unwind(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.pop(sys._getframe(1), None)) is not None:
            if act.waits is not None:
                self._await_raised(act, error)
            self._leave(act, error)

    def _leave(self, act: Activation, error: BaseException | None, value: object = None) -> None:
        if act.work is not None:
            self._end_work(act, error)
        while act.blocks:
            self._exit_block(act, error)
        self._settle(act)
        if (call := act.handles) is not None:
            call.entered = False
            ended = {"target": call.target, "outcome": outcome_of(error), **raised(error)}
            if error is None:
                self._tell("handler.exit", act, **ended, value=shown(value))
            else:
                self._tell("handler.exit", act, **ended | self.origin_of(error))
        if act.root is not None:
            del self._roots[act.root]
            if (name := self._names.pop(act.root, None)) is not None:
                self._tell("task.exit", act, name=name, outcome=outcome_of(error), task=name, **raised(error))
            self.stirred()

    def origin_of(self, error: BaseException) -> dict[str, Any]:
        """Where in the program an error came up; nothing where it never passed through it."""
        origin: dict[str, Any] = {}
        trace = error.__traceback__
        while trace is not None:
            if (plan := self.plans.get(id(trace.tb_frame.f_code))) is not None:
                origin = {"fn": plan.fn, "line": trace.tb_lineno}
            trace = trace.tb_next
        return origin

    # Awaits and blocks.

    def _instruction(self, code: CodeType, offset: int) -> object:
        step = self.plans[id(code)].steps.get(offset)
        if step is None:
            return DISABLE
        act = self._acts.get(sys._getframe(1))
        if act is None:
            return None
        if step.block is not STAYS:
            self._move(act, step.block)  # type: ignore[arg-type]
        if step.closes and act.waits is not None:
            if act.untold:
                self._forget_untold(act)
            else:
                self._tell("await.return", act, line=act.waits.line, what=act.waits.what)
            act.waits = None
        elif step.opens is not None:
            act.waits = step.opens
            if step.opens.lazy:
                act.untold = True
                self._untold.append(act)
            else:
                self._tell("await.enter", act, line=step.opens.line, what=step.opens.what)
        return None

    def _yield(self, code: CodeType, offset: int, value: object) -> None:
        """It waits indeed."""
        if self._untold:
            self._tell_untold()

    def _tell_untold(self) -> None:
        untold, self._untold = self._untold, []
        for act in untold:
            act.untold = False
            assert act.waits is not None
            self._tell("await.enter", act, line=act.waits.line, what=act.waits.what)

    def _forget_untold(self, act: Activation) -> None:
        act.untold = False
        self._untold.remove(act)

    def _throw(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._await_may_raise(act, error)

    def _raise(self, code: CodeType, offset: int, error: BaseException) -> None:
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            self._await_may_raise(act, error)
            if act.work is not None:
                self._end_work(act, error)

    def _await_may_raise(self, act: Activation, error: BaseException) -> None:
        """What is thrown into a waiting function has come through what it waits for."""
        if act.waits is None or isinstance(error, StopIteration):
            return
        if isinstance(error, StopAsyncIteration) and act.waits.lazy:
            return
        self._await_raised(act, error)

    def _await_raised(self, act: Activation, error: BaseException) -> None:
        assert act.waits is not None
        if act.untold:
            self._tell_untold()
        site, act.waits = act.waits, None
        how = {"outcome": outcome_of(error), **raised(error), "reason": reason_of(error)}
        self._tell("await.raise", act, line=site.line, what=site.what, **how)

    def _reraise(self, code: CodeType, offset: int, error: BaseException) -> None:
        """The error that led into a `finally` goes on: the block itself has come to its end."""
        if id(code) in self.plans and (act := self._acts.get(sys._getframe(1))) is not None:
            if act.blocks and act.blocks[-1][0].kind == "finally" and act.blocks[-1][1] is error:
                self._exit_block(act, None)

    def _handled(self, code: CodeType, offset: int, error: BaseException) -> None:
        """An error has found the place that handles it, and leaves the blocks before."""
        plan = self.plans.get(id(code))
        if plan is None or offset not in plan.handlers:
            return
        act = self._acts.get(sys._getframe(1))
        if act is None:
            return
        around = plan.handlers[offset].chain() if plan.handlers[offset] else []  # type: ignore[union-attr]
        while act.blocks and act.blocks[-1][0] not in around:
            self._exit_block(act, error)
        act.caught = error

    def _move(self, act: Activation, block: Block | None) -> None:
        """The function goes on in another block, and no error brought it there."""
        chain = block.chain() if block else []
        for inside, _ in act.blocks:
            # A value on its way out of a `try` through its `finally` is returned from where it was made.
            if inside.kind == "finally" and any(
                each.statement is inside.statement and each is not inside for each in chain
            ):
                chain = inside.outer.chain() if inside.outer else []
                break
        while act.blocks and act.blocks[-1][0] not in chain:
            self._exit_block(act, None)
        for each in chain[len(act.blocks) :]:
            self._enter_block(act, each)

    def _enter_block(self, act: Activation, block: Block) -> None:
        caught, act.caught = act.caught, None
        act.blocks.append((block, caught if block.kind == "finally" else None))
        if block.kind == "finally":
            self._tell("finally.enter", act, line=block.line)
            return
        if block.kind == "except" and isinstance(caught, CancelledError):
            self._tell("catch", act, line=block.line, **raised(caught))
        self._tell("block.enter", act, line=block.line, block=block.kind)

    def _exit_block(self, act: Activation, error: BaseException | None) -> None:
        block, _ = act.blocks.pop()
        how = {"outcome": outcome_of(error), **raised(error)}
        if block.kind == "finally":
            self._tell("finally.exit", act, line=block.line, **how)
        else:
            self._tell("block.exit", act, line=block.line, block=block.kind, **how)

    # Lines and state.

    def _line(self, code: CodeType, line: int) -> None:
        act = self._acts.get(sys._getframe(1))
        if act is None:
            return
        self._settle(act)
        if act.work is not None:
            self._end_work(act, None)
        act.line = line

    def _settle(self, act: Activation | None) -> None:
        """Tell of a watched value that has changed since the last look."""
        if self.state.changed():
            where = self._here() if act is None else {"fn": act.plan.fn, "line": act.line}
            self.trace.tell("state", "server", **self._place()[1], **where, values=self.state.values)

    # What others tell of.

    def tell(self, kind: str, **detail: Any) -> None:
        """Something happens in the program's innermost function."""
        self._settle(None)
        who, place = self._place()
        self.trace.tell(kind, who, **place | self._here() | detail)

    def print(self, stream: str, text: str) -> None:
        self._settle(None)
        who, place = self._place()
        self.trace.output(stream, text, who, **place, **self._here())

    def task_started(self, task: Task[Any]) -> None:
        """An asyncio task is made; a handler's, where the program's own code does it."""
        call = CALL.get()
        if call is None or self.frame_of(sys._getframe(1)) is None:
            return
        name = self._names[task] = self._unique(call, name_of_task(task, self._module))
        self.tasks.add(task)
        self.trace.tell("task.enter", "tool", call=call.number, task=name, name=name)
        task.add_done_callback(lambda task: self._task_ended(task, call, name))

    def _task_ended(self, task: Task[Any], call: Call, name: str) -> None:
        self.tasks.discard(task)
        self._names.pop(task, None)
        error: BaseException | None
        if task.cancelled():
            try:
                task.result()
            except CancelledError as cancelled:
                error = cancelled
        else:
            error = task.exception()
        self._settle(None)
        how = {"name": name, "outcome": outcome_of(error), **raised(error)}
        self.trace.tell("task.exit", "tool", call=call.number, task=name, **how)
        self.stirred()

    def stirred(self) -> None:
        """Something that a handler started has ended. Replaced by whoever waits for that."""

    # Threads and the loop's own stack (Watch).

    def started(self, stack: Stack) -> None:
        stack.owner = self._call()

    def parking(self, stack: Stack) -> None:
        if stack is scheduler.main:
            if (frame := self.frame_of(sys._getframe(1))) is not None:
                self._block(self._called_by(frame))
        elif (root := self._roots.get(stack)) is not None:
            called = callee(root.frame)
            if called is not root.work and called is not None:
                self._begin_work(root, called)

    def resumed(self, stack: Stack) -> None:
        if stack is scheduler.main:
            self._free()

    def computing(self, stack: Stack, seconds: float) -> None:
        if stack is scheduler.main:
            if seconds > LONG and self.frame_of(sys._getframe(1)) is not None:
                self._block("computing")
        elif (root := self._roots.get(stack)) is not None:
            called = callee(root.frame)
            if called is None or is_preempting(called) or called is root.work:
                return
            # The end of a slice may fall into any call. Where two of them do, it has taken a slice of time.
            if root.slices is called:
                self._begin_work(root, called)
            root.slices = called

    def rested(self, stack: Stack) -> None:
        self._free()

    def idle(self) -> None:
        self.trace.flush()

    def _block(self, what: str) -> None:
        if self._blocked is None:
            self._blocked = what
            self.tell("loop.blocked", what=what)

    def _free(self) -> None:
        if self._blocked is not None:
            self.tell("loop.freed", what=self._blocked)
            self._blocked = None

    def _called_by(self, frame: FrameType) -> str:
        called = callee(frame)
        return "blocking call" if called is None else called.f_code.co_name

    def _begin_work(self, root: Activation, called: FrameType) -> None:
        if root.work is not None:
            self._end_work(root, None)
        root.work = called
        self._tell("work.enter", root, line=root.frame.f_lineno, what=self._name_of_work(called))

    def _end_work(self, root: Activation, error: BaseException | None) -> None:
        called, root.work, root.slices = root.work, None, None
        assert called is not None
        how = {"what": self._name_of_work(called), "outcome": outcome_of(error)}
        self._tell("work.exit", root, line=root.line, **how)

    def _name_of_work(self, called: FrameType) -> str:
        """A unit of work is known by its first argument, `index_book("Dune")` as Dune; else by its function."""
        code = called.f_code
        if id(code) in self.plans and code.co_argcount > 0:
            first = called.f_locals.get(code.co_varnames[0])
            if isinstance(first, str | int | float) and not isinstance(first, bool):
                return str(first)
        return code.co_name

    # Who and where.

    def _tell(self, kind: str, act: Activation, **detail: Any) -> None:
        """Something happens in this call of a function."""
        self._settle(act)
        who, place = self._place()
        where = {"fn": act.plan.fn, "line": act.frame.f_lineno}
        self.trace.tell(kind, who, **place | where | detail)

    def _call(self) -> Call | None:
        return CALL.get() or scheduler.current.owner

    def _lane(self) -> Lane:
        stack = scheduler.current
        if stack is not scheduler.main:
            return stack
        return asyncio.current_task() if asyncio._get_running_loop() is not None else None

    def _place(self) -> tuple[Who, dict[str, Any]]:
        call = self._call()
        on_thread = scheduler.current is not scheduler.main
        if call is None:
            return ("thread" if on_thread else "server"), {}
        lane = self._lane()
        place: dict[str, Any] = {"call": call.number}
        if lane is not call.lane and (name := self._names.get(lane)) is not None:
            place["task"] = name
        return ("thread" if on_thread else "tool"), place

    def name_of_lane(self) -> str:
        """Who does what happens now, in a word."""
        call, lane = self._call(), self._lane()
        if call is None or lane is None:
            return "outside"
        return self._names.get(lane, call.target)

    def _here(self) -> dict[str, Any]:
        frame = self.frame_of(sys._getframe(2))
        if frame is None:
            return {}
        return {"fn": self.plans[id(frame.f_code)].fn, "line": frame.f_lineno}

    def frame_of(self, frame: FrameType | None) -> FrameType | None:
        """The program's innermost function from here; None where it is in none."""
        while frame is not None and id(frame.f_code) not in self.plans:
            frame = frame.f_back
        return frame

    def _unique(self, call: Call, name: str) -> str:
        taken = sum(1 for given in call.names if given == name)
        call.names.append(name)
        return name if taken == 0 else f"{name} {taken + 1}"


def callee(frame: FrameType) -> FrameType | None:
    """What this function calls right now."""
    called: FrameType | None = None
    inner: FrameType | None = sys._getframe(1)
    while inner is not None and inner is not frame:
        called, inner = inner, inner.f_back
    return called if inner is frame else None
