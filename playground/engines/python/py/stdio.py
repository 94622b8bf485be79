"""Over stdio: the server is a process of its own, and ends with its input."""

from collections.abc import Iterable
from typing import Any

from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.server import MCPServer

from . import pipes
from .call import Call
from .connection import Connection, Ended
from .trace import Trace


class Stdio(Connection):
    sends_timeout = True

    def __init__(
        self, choice: dict[str, Any], server: MCPServer[Any], trace: Trace, ended: Ended
    ) -> None:
        super().__init__(choice, server, trace)
        self._ended = ended
        self._process: pipes.ServerProcess | None = None

    def client(self) -> Client:
        pipes.spawn = self._spawn
        transport = stdio_client(StdioServerParameters(command="python", args=["server.py"]))
        return Client(self.wire.tap(transport), mode=self.mode)

    def _spawn(self) -> pipes.ServerProcess:
        server = self.server._lowlevel_server

        async def serve(read: Any, write: Any) -> None:
            await server.run(read, write, server.create_initialization_options())

        self._process = pipes.ServerProcess(serve, self._read, self._ended)
        return self._process

    def _read(self, line: str) -> None:
        if (call := self.wire.read_by_server(line)) is not None:
            call.unreachable = True

    def left(self, calls: Iterable[Call]) -> bool:
        super().left(calls)
        return self._process is not None and self._process.killed
