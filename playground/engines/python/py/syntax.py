"""What the syntax tree knows and byte code does not: the blocks of a `try`, and what an `await` waits for.

Positions are `(line, column)`, lines from 1 and columns from 0 in UTF-8 bytes, as in `ast` and in `co_positions`.
"""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Position = tuple[int, int]
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = Function | ast.ClassDef | ast.Module

BlockKind = Literal["try", "except", "finally"]


@dataclass(eq=False, frozen=True, slots=True)
class Block:
    """One block of a `try` statement: where it is, and the block of the same function around it."""

    kind: BlockKind
    line: int
    start: Position
    end: Position
    statement: ast.Try | ast.TryStar
    outer: "Block | None"

    def __contains__(self, position: Position) -> bool:
        return self.start <= position < self.end

    def chain(self) -> "list[Block]":
        """This block and those around it, outermost first."""
        around = self.outer.chain() if self.outer else []
        return [*around, self]


@dataclass(eq=False, frozen=True, slots=True)
class Site:
    """Where a function waits, and what for, by its name."""

    line: int
    what: str
    lazy: bool
    """Told only once it waits: entering or leaving an `async with`, or the next item of an `async for`."""


class Syntax:
    """Looked up by position, for one program."""

    def __init__(self, tree: ast.Module, source: str) -> None:
        self._lines = source.splitlines()
        self._modules = set(imported_modules(tree))
        self.blocks: dict[tuple[str, int], list[Block]] = {}
        self.awaits: dict[Position, str] = {}
        self.names = watched_names(tree)
        self._scope(tree, ("<module>", 0))

    def blocks_of(self, name: str, line: int) -> list[Block]:
        """The blocks of the function of this name that begins, decorators included, in this line."""
        return self.blocks.get((name, line), [])

    def _scope(self, scope: Scope, key: tuple[str, int]) -> None:
        found: list[Block] = []
        self._walk(scope.body, None, found)
        if found:
            self.blocks[key] = found

    def _walk(self, nodes: Sequence[ast.AST], outer: Block | None, found: list[Block]) -> None:
        for node in nodes:
            self._name(node)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                self._scope(node, (node.name, line))
                self._walk(node.decorator_list, outer, found)
            elif isinstance(node, ast.Try | ast.TryStar):
                self._try(node, outer, found)
            else:
                self._walk([*ast.iter_child_nodes(node)], outer, found)

    def _try(self, node: ast.Try | ast.TryStar, outer: Block | None, found: list[Block]) -> None:
        def block(kind: BlockKind, line: int, body: list[ast.stmt]) -> None:
            start, end = (body[0].lineno, body[0].col_offset), end_of(body[-1])
            made = Block(kind, line, start, end, node, outer)
            found.append(made)
            self._walk(body, made, found)

        block("try", node.lineno, node.body)
        for handler in node.handlers:
            if handler.type:
                self._walk([handler.type], outer, found)
            block("except", handler.lineno, handler.body)
        self._walk(node.orelse, outer, found)
        if node.finalbody:
            block("finally", self._finally_line(node), node.finalbody)

    def _finally_line(self, node: ast.Try | ast.TryStar) -> int:
        """The keyword itself is not in the tree."""
        before = (node.orelse or node.handlers or node.body)[-1]
        for line in range(node.finalbody[0].lineno, end_of(before)[0], -1):
            if self._lines[line - 1].lstrip().startswith("finally"):
                return line
        return node.finalbody[0].lineno

    def _name(self, node: ast.AST) -> None:
        match node:
            case ast.Await(value=value):
                self.awaits[node.lineno, node.col_offset] = self.name_of(value)
            case ast.AsyncWith(items=items):
                for item in items:
                    expression = item.context_expr
                    self.awaits[expression.lineno, expression.col_offset] = self.name_of(expression)
            case ast.AsyncFor(iter=iterated):
                self.awaits[node.lineno, node.col_offset] = self.name_of(iterated)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                for part in node.generators:
                    if part.is_async:
                        self.awaits[node.lineno, node.col_offset] = self.name_of(part.iter)

    def name_of(self, node: ast.expr) -> str:
        """What is waited for, as a reader would name it: `take_payment`, `sleep` of `anyio.sleep(30)`, `tg.start`."""
        match node:
            case ast.Call(func=function):
                return self.name_of(function)
            case ast.Name(id=name):
                return name
            case ast.Attribute(value=value, attr=attr):
                owner = self.name_of(value)
                return attr if owner in self._modules else f"{owner}.{attr}"
            case _:
                text = ast.unparse(node)
                return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}…"


LONGEST_NAME = 40


def end_of(node: ast.AST) -> Position:
    return (getattr(node, "end_lineno", 0), getattr(node, "end_col_offset", 0))


def imported_modules(tree: ast.Module) -> Iterator[str]:
    """The names under which modules are known: of `import a.b`, both `a` and `b`, as either may stand before a dot."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from [alias.asname] if alias.asname else alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            # `from anyio import from_thread` is a module too. A class is not, and no harm is done by it.
            for alias in node.names:
                if (alias.asname or alias.name).islower():
                    yield alias.asname or alias.name


def watched_names(tree: ast.Module) -> list[str]:
    """The module-level names that are assigned to, in order: a look at run time leaves out what is no data."""
    names: dict[str, None] = {}
    for node in tree.body:
        targets: Sequence[ast.AST] = []
        match node:
            case ast.Assign():
                targets = node.targets
            case ast.AnnAssign() | ast.AugAssign():
                targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and not part.id.startswith("_"):
                    names[part.id] = None
    return list(names)
