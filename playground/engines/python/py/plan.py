"""What there is to see in a function, by its byte code's offsets: made once, when a program is loaded."""

import dis
import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass

from .syntax import Block, Position, Site, Syntax

GIVES_WAIT = {"GET_AWAITABLE", "GET_ANEXT"}
ENDS_WAIT = {"END_SEND", "END_ASYNC_FOR"}
STAYS: "Block | None | types.EllipsisType" = ...


@dataclass(slots=True)
class Step:
    """What an instruction tells before it runs."""

    block: "Block | None | types.EllipsisType" = STAYS
    """The block it is in, where the one before it may be in another."""
    opens: Site | None = None
    closes: bool = False


@dataclass(eq=False, slots=True)
class Plan:
    fn: str
    steps: dict[int, Step]
    handlers: dict[int, "Block | None"]
    """By the offset at which an error is handled: the block that its handling belongs to."""
    tells_lines: bool
    """Whether its lines may change what is watched, or end a unit of a thread's work."""
    lazy: bool
    is_async: bool


def plans_of(code: types.CodeType, syntax: Syntax) -> dict[types.CodeType, Plan]:
    return {each: plan_of(each, syntax) for each in code_objects(code)}


def code_objects(code: types.CodeType) -> Iterator[types.CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from code_objects(constant)


def plan_of(code: types.CodeType, syntax: Syntax) -> Plan:
    line = 0 if code.co_name == "<module>" else code.co_firstlineno
    blocks = syntax.blocks_of(code.co_name, line)
    instructions = list(dis.get_instructions(code))
    steps: dict[int, Step] = {}
    handlers: dict[int, Block | None] = {}
    if blocks:
        _mark_blocks(code, instructions, blocks, steps, handlers)
    _mark_awaits(instructions, syntax, steps)
    is_async = bool(code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR))
    return Plan(
        fn=name_of(code),
        steps=steps,
        handlers=handlers,
        tells_lines=not is_async or not set(code.co_names).isdisjoint(syntax.names),
        lazy=any(step.opens and step.opens.lazy for step in steps.values()),
        is_async=is_async,
    )


def name_of(code: types.CodeType) -> str:
    """`order_book`, `Shop.order`; a function inside another by its own name."""
    if code.co_name == "<module>":
        return "(module)"
    return code.co_qualname.rsplit("<locals>.", 1)[-1]


def _mark_awaits(
    instructions: list[dis.Instruction], syntax: Syntax, steps: dict[int, Step]
) -> None:
    for each in instructions:
        if each.opname in GIVES_WAIT:
            position = _position(each)
            what = syntax.awaits.get(position, "await") if position else "await"
            lazy = each.opname == "GET_ANEXT" or each.arg != 0
            steps.setdefault(each.offset, Step()).opens = Site(
                position[0] if position else 0, what, lazy
            )
        elif each.opname in ENDS_WAIT:
            steps.setdefault(each.offset, Step()).closes = True


def _mark_blocks(
    code: types.CodeType,
    instructions: list[dis.Instruction],
    blocks: list[Block],
    steps: dict[int, Step],
    handlers: dict[int, Block | None],
) -> None:
    """Find the instructions at which a block may be entered or left.

    Instructions without a position belong to what was before them. A return value is carried out of a `try`
    through its `finally` and returned by an instruction that still has the position of the `return`.
    """
    inside: dict[int, Block | None] = {}
    block: Block | None = None
    for each in instructions:
        position = _position(each)
        if position is not None:
            block = innermost(blocks, position)
        inside[each.offset] = block

    offsets = [each.offset for each in instructions]
    targets: set[int] = set()
    for entry in dis._parse_exception_table(code):  # type: ignore[attr-defined]
        following = next(
            (each for each in instructions if each.offset >= entry.target and _position(each)), None
        )
        if following is None or _is_cleanup(instructions, entry.target):
            continue
        handlers[entry.target] = inside[following.offset]
        targets.add(following.offset)

    for index, each in enumerate(instructions):
        here = inside[each.offset]
        if each.jump_target is not None and inside.get(each.jump_target) is not here:
            targets.add(each.jump_target)
        if index + 1 < len(offsets) and inside[offsets[index + 1]] is not here:
            targets.add(offsets[index + 1])
    for offset in targets:
        steps.setdefault(offset, Step()).block = inside[offset]


def _is_cleanup(instructions: list[dis.Instruction], target: int) -> bool:
    """`COPY, POP_EXCEPT, RERAISE`: the way of an error out of a block that handles another one."""
    names = [each.opname for each in instructions if each.offset >= target][:3]
    return names == ["COPY", "POP_EXCEPT", "RERAISE"]


def innermost(blocks: list[Block], position: Position) -> Block | None:
    """Blocks come outermost first."""
    return next((block for block in reversed(blocks) if position in block), None)


def _position(instruction: dis.Instruction) -> Position | None:
    positions = instruction.positions
    if positions is None or positions.lineno is None or positions.col_offset is None:
        return None
    return positions.lineno, positions.col_offset
