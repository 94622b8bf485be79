import time

from anyio import from_thread
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
offline: set[str] = set()


@mcp.tool()
def rebuild_index(titles: list[str]) -> str:
    """Take search offline and index the books again, one by one."""
    offline.add("search")
    try:
        for title in titles:
            from_thread.check_cancelled()
            index_book(title)
        return f"Indexed {len(titles)} books."
    finally:
        offline.discard("search")


def index_book(title: str) -> None:
    time.sleep(1)  # one book's worth of work, without an await
