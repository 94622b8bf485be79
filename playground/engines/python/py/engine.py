"""What engine.ts calls: load a program, play a script against it, act while it goes on."""

import json
import platform
from importlib.metadata import version
from typing import Any, Literal

from . import collector, http, output, pipes, program, scopes
from .diagnostics import diagnose
from .offers import shape_of
from .program import Program
from .run import Run
from .host import Host
from .session import Session

_VERSIONS = json.dumps({"mcp": version("mcp"), "python": platform.python_version()})
"""Looked up while the first start imports this, which is in the picture that later ones start from."""

_host: Host
_traced = True
_program: Program | None = None
_run: Run | None = None
_last: Run | None = None
"""The run that has ended, and is let go of when there is time."""

_like: tuple[Any, Literal["real", "virtual"]] | None = None
"""The transport and the clock of the run before."""

_next: Run | None = None
"""A run that waits for its script, ready in the likeness of the one before."""


def install(host: Host, traced: bool) -> str:
    """Once, before all else. Returns the versions as JSON.

    :param traced: whether programs are watched; a run that is not tells only what its client does
    """
    global _host, _traced
    _host, _traced = host, traced
    scopes.install()
    pipes.install()
    http.install()
    program.install()
    collector.settle()
    return _VERSIONS


def load(source: str) -> str:
    """Compile a program and run its module once, to learn what its server offers. Returns `Loaded` as JSON."""
    global _program
    _drop_next()
    if _program is not None:
        program.forget(_program)
        _program = None
    try:
        loaded = program.compile_program(source)
    except (SyntaxError, ValueError) as error:
        return json.dumps({"ok": False, "diagnostics": [diagnose(error)]})
    program.watch(loaded, traced=_traced)
    try:
        with Session(_host, "virtual"), output.unheard():
            shape = shape_of(program.run_module(loaded).server)
    except BaseException as error:
        program.forget(loaded)
        return json.dumps({"ok": False, "diagnostics": [diagnose(error)]})
    _program = loaded
    collector.after_run()
    return json.dumps({"ok": True, "server": shape, "warnings": loaded.warnings})


def prepare(script: str, clock_kind: Literal["real", "virtual"], deliver: Any) -> None:
    """Make a run of the loaded program; from here on `act` reaches it. Then comes `play`, or `step` again and again."""
    global _run, _like
    if _program is None:
        raise RuntimeError("Load a program before you run it")
    told = json.loads(script)
    like = told["transport"], clock_kind
    if _next is not None and like == _like:
        _run = _next
    else:
        _run, _like = Run(_host, _program, *like, traced=_traced), like
    _run.take(told, deliver)


def play() -> str:
    """Play the run to its end. Returns `RunEnd` as JSON. To be entered on a stack of its own."""
    global _run, _last, _next
    assert _run is not None
    if _run is _next:
        _next = None
    else:
        _drop_next()
        _clean_up()
    try:
        return json.dumps(_run.play())
    finally:
        _run, _last = None, _run


def get_ready() -> None:
    """Where there is time: clean up after the last run, and make the next one ready, as if it were like that.

    It comes to its first moment: a fresh module has run, and a client is connected. No time passes there on the
    virtual clock, however long it waits for its script. To be entered on a stack of its own.
    """
    global _next
    _clean_up()
    if _program is None or _next is not None or _like is None or _like[1] != "virtual":
        return
    ready = Run(_host, _program, *_like, traced=_traced)
    if ready.get_ready():
        _next = ready


def _drop_next() -> None:
    global _next
    if _next is not None:
        _next.drop()
        _next = None


def _clean_up() -> None:
    global _last
    _last = None
    collector.after_run()


def step() -> str:
    """Where stacks cannot be switched: go on for a moment. Returns what `Run.step` does, as JSON."""
    global _run
    assert _run is not None
    told = _run.step()
    if "end" in told:
        _run = None
        collector.after_run()
    return json.dumps(told)


def act(act: str) -> None:
    """Live control of the run that goes on."""
    if _run is not None:
        _run.act(json.loads(act))
