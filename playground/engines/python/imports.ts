/**
 * What the interpreter imports while it starts, so that no run has to: all that a program's run touches. The
 * SDK's client imports jsonschema at the first answer that it checks. HTTP comes with `afterstop.engine`.
 */
export const IMPORTS = `
import mcp.client, mcp.server, anyio._backends._asyncio, anyio.from_thread, anyio.to_thread, jsonschema
from mcp import Client
from mcp.server import MCPServer
`;
