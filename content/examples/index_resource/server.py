import time

from anyio import from_thread
from mcp.server import MCPServer

mcp = MCPServer("Bookshop")
offline: set[str] = set()
COPIES = 3


@mcp.resource("index://{title}")
def index_resource(title: str) -> str:
    """A book's entry in the index, once each of its copies is indexed."""
    offline.add("search")
    try:
        for _ in range(COPIES):
            from_thread.check_cancelled()
            index_book(title)
        return f"All copies of {title!r} are indexed."
    finally:
        offline.discard("search")


def index_book(title: str) -> None:
    time.sleep(1)  # one copy's worth of work, without an await
