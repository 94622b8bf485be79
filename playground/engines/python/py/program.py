"""A reader's program: compiled once, and run as a fresh module each time it is asked to serve."""

import ast
import functools
import linecache
import sys
import types
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mcp.server import MCPServer

from . import preempt
from .observe import EVERYWHERE, TOOL
from .plan import Plan, code_objects, plans_of
from .syntax import Syntax

monitoring = sys.monitoring
events = monitoring.events

MODULE = "server"
FILE = "server.py"

NO_SERVER = 'The program builds no server. Start with: mcp = MCPServer("Bookshop")'
NAMES = ("mcp", "server", "app")
"""Of several servers, the one that the SDK's own command line would take."""


class LoadError(Exception):
    """The program went wrong before its server could serve; the message says how."""


class Served(BaseException):
    """The program runs its server itself: that is what it is for, and what comes after it never happens."""


@dataclass
class Program:
    source: str
    code: types.CodeType
    plans: dict[int, Plan]
    names: list[str]
    warnings: list[dict[str, Any]]


@dataclass
class Instance:
    """A module that has run to its end."""

    module: types.ModuleType
    server: MCPServer[Any]


def compile_program(source: str) -> Program:
    """:raises SyntaxError: with its line and column"""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", SyntaxWarning)
        tree = ast.parse(source, FILE)
        code = compile(source, FILE, "exec", dont_inherit=True)
    syntax = Syntax(tree, source)
    told = [
        {"line": each.lineno or 1, "column": 1, "message": str(each.message), "severity": "warning"}
        for each in caught
    ]
    plans = {id(each): plan for each, plan in plans_of(code, syntax).items()}
    return Program(source, code, plans, syntax.names, told)


def install() -> None:
    """Once, before the first program."""
    monitoring.use_tool_id(TOOL, "afterstop.observe")
    monitoring.set_events(TOOL, EVERYWHERE)
    preempt.install()
    _install_run()


def watch(program: Program, *, traced: bool = True) -> None:
    """Let the program's code tell what it does, as far as there is anything to tell; all of it gives way."""
    for code in code_objects(program.code):
        preempt.watch(code)
        plan = program.plans[id(code)]
        local = events.PY_START | events.PY_RETURN
        local |= events.INSTRUCTION if plan.steps else 0
        local |= events.LINE if plan.tells_lines else 0
        local |= events.PY_YIELD if plan.lazy else 0
        monitoring.set_local_events(TOOL, code, local if traced else 0)


def forget(program: Program) -> None:
    for code in code_objects(program.code):
        preempt.forget(code)
        monitoring.set_local_events(TOOL, code, 0)


def run_module(program: Program) -> Instance:
    """Run the module from its top, and find its server.

    :raises LoadError: where it builds none
    :raises Exception: what the module raises
    """
    # So that a traceback can quote the program.
    linecache.cache[FILE] = (len(program.source), None, program.source.splitlines(True), FILE)
    module = types.ModuleType(MODULE)
    module.__file__ = FILE
    sys.modules[MODULE] = module
    global _named
    _named = named = []
    try:
        exec(program.code, module.__dict__)
    except Served:
        pass
    finally:
        _named = None
    return Instance(module, named[0] if named else find_server(module))


def _install_run() -> None:
    """A pasted program may end with `mcp.run()`: it names its server, and the transport is the script's.

    Installed for good: a class that changes makes the interpreter forget what it has learnt of its attributes.
    """
    original = MCPServer.run

    @functools.wraps(original)
    def run(self: MCPServer[Any], *args: Any, **kwargs: Any) -> None:
        if _named is None:
            original(self, *args, **kwargs)
            return
        _named.append(self)
        raise Served

    MCPServer.run = run  # type: ignore[method-assign]


_named: list[MCPServer[Any]] | None = None
"""While a module runs: the servers that it wants to run."""


def find_server(module: types.ModuleType) -> MCPServer[Any]:
    named = [module.__dict__.get(name) for name in NAMES]
    for value in [*named, *module.__dict__.values()]:
        if isinstance(value, MCPServer):
            return value
    raise LoadError(NO_SERVER)


def handlers_of(server: MCPServer[Any], program: Program) -> set[int]:
    """The `id`s of the code of the server's handlers, where they are the program's own."""
    found = (own_code(function, program) for function in functions_of(server))
    return {id(code) for code in found if code is not None}


def functions_of(server: MCPServer[Any]) -> Iterator[Callable[..., Any]]:
    for tool in server._tool_manager.list_tools():
        yield tool.fn
    for prompt in server._prompt_manager.list_prompts():
        yield prompt.fn
    for template in server._resource_manager.list_templates():
        yield template.fn
    for resource in server._resource_manager.list_resources():
        if (function := getattr(resource, "fn", None)) is not None:
            yield function


def own_code(function: Any, program: Program) -> types.CodeType | None:
    """The outermost code of the program that a call of this enters: a decorator of a library's is looked through."""
    while function is not None:
        if isinstance(function, functools.partial):
            function = function.func
            continue
        if isinstance(function, types.MethodType):
            function = function.__func__
        code = getattr(function, "__code__", None)
        if code is not None and id(code) in program.plans:
            return code  # type: ignore[no-any-return]
        if code is None and not hasattr(function, "__wrapped__"):
            function = getattr(type(function), "__call__", None)
            if not isinstance(function, types.FunctionType):
                return None
            continue
        function = getattr(function, "__wrapped__", None)
    return None
