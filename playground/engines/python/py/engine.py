"""What engine.ts calls: load a program, play a script against it, act while it goes on."""

import json
import platform
from importlib.metadata import version
from typing import Any, Literal

from . import pipes, program, scopes
from .program import Program
from .run import Run
from .scheduler import Host

_host: Host
_program: Program | None = None
_run: Run | None = None


def install(host: Host) -> str:
    """Once, before all else. Returns the versions as JSON."""
    global _host
    _host = host
    scopes.install()
    pipes.install()
    program.install()
    return json.dumps({"mcp": version("mcp"), "python": platform.python_version()})


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
    program.watch(loaded)
    try:
        with Run(_host, "virtual", lambda batch: None, loaded, traced=False):
            shape = program.shape_of(program.run_module(loaded).server)
    except BaseException as error:
        program.forget(loaded)
        return json.dumps({"ok": False, "diagnostics": [program.diagnose(error)]})
    _program = loaded
    return json.dumps({"ok": True, "server": shape, "warnings": loaded.warnings})


def play(script: str, clock_kind: Literal["real", "virtual"], deliver: Any) -> str:
    """Play a script against a fresh instance of the program. Returns `RunEnd` as JSON.

    To be entered on a stack of its own: then threads run, and blocking calls block.
    """
    global _run
    with Run(_host, clock_kind, deliver, _loaded()) as _run:
        try:
            return json.dumps(_run.play(json.loads(script)))
        finally:
            _run = None


def begin(script: str, clock_kind: Literal["real", "virtual"], deliver: Any) -> str:
    """As `play`, where stacks cannot be switched; what it returns is what `step` does."""
    global _run
    _run = Run(_host, clock_kind, deliver, _loaded()).__enter__()
    end = _run.begin(json.loads(script))
    return _next({"wait": 0} if end is None else {"end": end})


def step() -> str:
    """Go on for a moment. Returns `{"wait": seconds or null}` or `{"end": RunEnd}` as JSON."""
    assert _run is not None
    return _next(_run.step())


def _next(told: dict[str, Any]) -> str:
    global _run
    if "end" in told and _run is not None:
        _run.__exit__(None, None, None)
        _run = None
    return json.dumps(told)


def act(act: str) -> None:
    """Live control of the run that goes on."""
    if _run is not None:
        _run.act(json.loads(act))


def _loaded() -> Program:
    if _program is None:
        raise RuntimeError("Load a program before you run it")
    return _program
