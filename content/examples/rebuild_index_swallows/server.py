import asyncio
import time

from anyio import from_thread
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
offline: set[str] = set()


@mcp.tool()
def rebuild_index_swallows(titles: list[str]) -> str:
    """Take search offline and index the books again, whatever the checks say."""
    offline.add("search")
    try:
        for title in titles:
            try:
                from_thread.check_cancelled()
            except asyncio.CancelledError:
                pass
            index_book(title)
        return f"Indexed {len(titles)} books."
    finally:
        offline.discard("search")


def index_book(title: str) -> None:
    time.sleep(1)  # one book's worth of work, without an await
