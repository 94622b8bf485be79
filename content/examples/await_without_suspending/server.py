import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.tool()
async def await_without_suspending(title: str) -> str:
    """Order a book; its cleanup awaits a function that has nothing to wait for, then gives way."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Ordered {title!r}."
    finally:
        await notify(title)
        await anyio.sleep(0)


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number


async def notify(title: str) -> None:
    holds.discard(title)  # no await: it never waits
