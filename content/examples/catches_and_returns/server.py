import anyio
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")


@mcp.tool()
async def catches_and_returns(title: str) -> str:
    """Order a book, whether or not somebody still waits for it."""
    try:
        await take_payment(title)
    except anyio.get_cancelled_exc_class():
        pass
    return f"Ordered {title!r} anyway."


async def take_payment(title: str) -> None:
    await anyio.sleep(30)  # the customer types a card number
