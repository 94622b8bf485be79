import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.tool()
async def finally_raises(title: str) -> str:
    """Order a book; its cleanup fails."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Ordered {title!r}."
    finally:
        raise RuntimeError("stock system is down")


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number
