import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.prompt()
async def order_prompt(title: str) -> str:
    """A thank-you note to write once the book is paid."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Thank the customer for {title!r}."
    finally:
        with anyio.move_on_after(5, shield=True):
            await release_hold(title)


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number


async def release_hold(title: str) -> None:
    await anyio.sleep(0.1)  # a round trip to the stock system
    holds.discard(title)
