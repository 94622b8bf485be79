/** What the interpreter imports while it starts, so that no run has to: all that a program's run touches. */
export const IMPORTS = `
import mcp.client, mcp.server, anyio._backends._asyncio, anyio.from_thread, anyio.to_thread
from mcp import Client
from mcp.server import MCPServer
`;
