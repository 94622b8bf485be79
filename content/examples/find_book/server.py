import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")


@mcp.tool()
async def find_book(title: str) -> str:
    """Say where a book stands."""
    await anyio.sleep(2)  # the catalogue answers
    return f"{title!r} is on shelf 7."
