import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")


@mcp.tool()
async def two_children(title: str) -> str:
    """Wrap a book and print its label, both at once."""
    async with anyio.create_task_group() as tg:
        tg.start_soon(child_1)
        tg.start_soon(child_2)
    return "Packed."


async def child_1() -> None:
    await anyio.sleep(30)


async def child_2() -> None:
    await anyio.sleep(30)
