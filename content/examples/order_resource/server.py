import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
holds: set[str] = set()


@mcp.resource("order://{title}")
async def order_resource(title: str) -> str:
    """The receipt, once the book is paid."""
    holds.add(title)
    try:
        await take_payment(title)
        return f"Paid: {title!r}."
    finally:
        with anyio.move_on_after(5, shield=True):
            await release_hold(title)


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number


async def release_hold(title: str) -> None:
    await anyio.sleep(0.1)  # a round trip to the stock system
    holds.discard(title)
