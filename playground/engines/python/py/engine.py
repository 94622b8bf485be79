"""What engine.ts calls: load a program, play a script against it, act while it goes on."""

import json
import platform
from importlib.metadata import version
from typing import Any, Literal

from . import collector, http, output, pipes, program, scopes
from .program import Program
from .run import Run
from .scheduler import Host
from .session import Session

_VERSIONS = json.dumps({"mcp": version("mcp"), "python": platform.python_version()})
"""Looked up while the first start imports this, which is in the picture that later ones start from."""

_host: Host
_traced = True
_program: Program | None = None
_run: Run | None = None


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
    if _program is not None:
        program.forget(_program)
        _program = None
    try:
        loaded = program.compile_program(source)
    except (SyntaxError, ValueError) as error:
        return json.dumps({"ok": False, "diagnostics": [program.diagnose(error)]})
    program.watch(loaded, traced=_traced)
    try:
        with Session(_host, "virtual"), output.unheard():
            shape = program.shape_of(program.run_module(loaded).server)
    except BaseException as error:
        program.forget(loaded)
        return json.dumps({"ok": False, "diagnostics": [program.diagnose(error)]})
    _program = loaded
    collector.after_run()
    return json.dumps({"ok": True, "server": shape, "warnings": loaded.warnings})


def prepare(script: str, clock_kind: Literal["real", "virtual"], deliver: Any) -> None:
    """Make a run of the loaded program; from here on `act` reaches it. Then comes `play`, or `step` again and again."""
    global _run
    if _program is None:
        raise RuntimeError("Load a program before you run it")
    _run = Run(_host, _program, json.loads(script), clock_kind, deliver, traced=_traced)


def play() -> str:
    """Play the run to its end. Returns `RunEnd` as JSON. To be entered on a stack of its own."""
    global _run
    assert _run is not None
    try:
        return json.dumps(_run.play())
    finally:
        _run = None
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
