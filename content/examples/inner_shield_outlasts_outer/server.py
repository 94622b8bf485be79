import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.tool()
async def inner_shield_outlasts_outer(title: str) -> str:
    """Order a book; a slow step of its cleanup has a longer limit than the cleanup itself."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Ordered {title!r}."
    finally:
        with anyio.move_on_after(0.3, shield=True):
            with anyio.move_on_after(5, shield=True):
                await slow_step()
            await release_hold(title)


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number


async def release_hold(title: str) -> None:
    await anyio.sleep(0.1)  # a round trip to the stock system
    holds.discard(title)


async def slow_step() -> None:
    await anyio.sleep(1)
