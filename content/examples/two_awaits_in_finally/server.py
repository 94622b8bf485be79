import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.tool()
async def two_awaits_in_finally(title: str) -> str:
    """Order a book; release the hold and write it down, both without a shield."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Ordered {title!r}."
    finally:
        try:
            await release_hold(title)
        finally:
            await write_audit_line(title)


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number


async def release_hold(title: str) -> None:
    await anyio.sleep(0.1)  # a round trip to the stock system
    holds.discard(title)


async def write_audit_line(title: str) -> None:
    await anyio.sleep(0.1)
