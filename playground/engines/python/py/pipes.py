"""A server's process, as the SDK's stdio client sees it: two pipes of bytes and an exit code, in this interpreter.

`stdio_client` and `stdio_server` are the SDK's own. Only what spawns the process is replaced, and what signals it.
"""

import asyncio
import contextvars
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import anyio
import mcp.client.stdio
from anyio.abc import ByteReceiveStream, ByteSendStream, Process
from mcp.server.stdio import stdio_server


class Pipe(ByteSendStream, ByteReceiveStream):
    """What is written arrives in order; a reader that finds nothing waits."""

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self._ended = False
        self._reader: asyncio.Future[None] | None = None

    async def send(self, item: bytes) -> None:
        if self._ended:
            raise anyio.BrokenResourceError
        self._chunks.append(item)
        self._rouse()

    async def receive(self, max_bytes: int = 65536) -> bytes:
        while not self._chunks:
            if self._ended:
                raise anyio.EndOfStream
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        chunks, self._chunks = self._chunks, []
        return b"".join(chunks)

    async def send_eof(self) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        self._ended = True
        self._rouse()

    def _rouse(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)


class TextFile:
    """A pipe's end as the text file that `stdio_server` reads lines from or writes to."""

    def __init__(self, pipe: Pipe, seen: Callable[[str], None] | None = None) -> None:
        self._pipe = pipe
        self._seen = seen

    async def __aiter__(self) -> AsyncIterator[str]:
        rest = b""
        while True:
            try:
                chunk = await self._pipe.receive()
            except anyio.EndOfStream:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                text = line.decode("utf-8", "replace")
                if self._seen is not None:
                    self._seen(text)
                yield text

    async def write(self, text: str) -> None:
        try:
            await self._pipe.send(text.encode())
        except anyio.BrokenResourceError:
            raise BrokenPipeError from None

    async def flush(self) -> None:
        pass


Serve = Callable[[Any, Any], Awaitable[None]]
"""Serves over a read and a write stream until its input ends."""


class ServerProcess(Process):
    """Runs a server as a task of its own, with its own context."""

    def __init__(
        self,
        serve: Serve,
        seen: Callable[[str], None],
        ended: Callable[[BaseException | None], None],
    ) -> None:
        """:param seen: is shown each line that the server reads; :param ended: is told its error, if it has one"""
        self._stdin, self._stdout = Pipe(), Pipe()
        self._serve, self._seen, self._ended = serve, seen, ended
        self._returncode: int | None = None
        self.killed = False
        loop = asyncio.get_running_loop()
        self._task = loop.create_task(self._run(), name=SERVER_TASK, context=contextvars.Context())
        self._task.add_done_callback(self._exited)

    async def _run(self) -> None:
        stdin, stdout = TextFile(self._stdin, self._seen), TextFile(self._stdout)
        async with stdio_server(stdin, stdout) as (read, write):  # type: ignore[arg-type]
            await self._serve(read, write)

    def _exited(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        self._returncode = 0 if error is None else 1
        self._stdout._ended = True
        self._stdout._rouse()
        self._ended(error)

    async def wait(self) -> int:
        await asyncio.wait([self._task])
        return self._returncode or 0

    def kill(self) -> None:
        """Its code is not asked, and goes no further: whoever holds the run ends it now."""
        self.killed = True
        if self._returncode is None:
            self._returncode = -9

    def terminate(self) -> None:
        self.kill()

    def send_signal(self, signal: int) -> None:
        self.kill()

    async def aclose(self) -> None:
        self.kill()

    @property
    def pid(self) -> int:
        return 1

    @property
    def returncode(self) -> int | None:
        return self._returncode

    @property
    def stdin(self) -> ByteSendStream:
        return self._stdin

    @property
    def stdout(self) -> ByteReceiveStream:
        return self._stdout

    @property
    def stderr(self) -> None:
        return None


SERVER_TASK = "mcp.server.mcpserver.server.MCPServer.run_stdio_async"

spawn: Callable[[], ServerProcess]
"""Set for a run: makes its server's process."""


async def _create(**options: Any) -> ServerProcess:
    return spawn()


async def _terminate(process: ServerProcess) -> None:
    process.kill()


def install() -> None:
    mcp.client.stdio._create_platform_compatible_process = _create  # type: ignore[assignment]
    mcp.client.stdio._terminate_process_tree = _terminate  # type: ignore[assignment]
